import { useQuery } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import type { BillingDetails as Details } from '../../../../shared/contract/billing.ts';
import { billingRoutes } from '../../../../shared/contract/billing.ts';
import { COUNTRIES } from '../../../../shared/model/countries.ts';
import { useApi } from '../../lib/api.ts';
import { FieldRow, Form, SubmitButton } from '../../ui/form/form.tsx';
import { QueryContent } from '../../ui/table/loaded.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { billingDetailsQuery } from './queries.ts';

export function BillingDetails() {
  const { t } = useTranslation();
  const details = useQuery(billingDetailsQuery(useApi()));
  return (
    <QueryContent query={details} failed={t('billing.details.failed')}>
      <p>{t('billing.details.lead')}</p>
      {details.data ? (
        <DetailsForm details={details.data} />
      ) : (
        <p aria-busy="true">{t('common.loading')}</p>
      )}
    </QueryContent>
  );
}

function DetailsForm({ details }: { details: Details }) {
  const { t, i18n } = useTranslation();
  const api = useApi();
  const names = new Intl.DisplayNames(i18n.language, { type: 'region' });
  const countries = COUNTRIES.map((code) => ({ code, name: names.of(code) ?? code }));
  const { compare } = new Intl.Collator(i18n.language);
  const field = (name: keyof Details, autoComplete?: string) => ({
    name,
    label: t(`billing.details.${name}`),
    defaultValue: details[name],
    autoComplete,
  });
  return (
    <Form
      schema={billingRoutes.saveBillingDetails.body}
      onSubmit={async (body) => {
        await api(billingRoutes.saveBillingDetails, { body });
        toast.success(t('billing.details.saved'));
      }}
    >
      <TextField {...field('company', 'organization')} />
      <FieldRow>
        <TextField {...field('line1', 'address-line1')} />
        <TextField {...field('line2', 'address-line2')} />
      </FieldRow>
      <FieldRow>
        <TextField {...field('postal_code', 'postal-code')} />
        <TextField {...field('city', 'address-level2')} />
      </FieldRow>
      <SelectField
        {...field('country', 'country')}
        options={[
          ['', t('billing.details.choose')],
          ...countries
            .toSorted((a, b) => compare(a.name, b.name))
            .map(({ code, name }) => [code, name] as const),
        ]}
      />
      <FieldRow>
        <TextField {...field('vat_number')} hint={t('billing.details.vatHint')} />
        <TextField {...field('siren')} hint={t('billing.details.sirenHint')} inputMode="numeric" />
      </FieldRow>
      <TextField {...field('invoice_email')} hint={t('billing.details.emailHint')} type="email" />
      <div>
        <SubmitButton>{t('billing.details.save')}</SubmitButton>
      </div>
    </Form>
  );
}
