import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { billingRoutes, withdrawal } from '../../../../shared/contract/billing.ts';
import { useApi, useConfig } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Card } from '../../ui/card.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { Loaded } from '../../ui/table/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { billingsSinceQuery } from './queries.ts';

/** Fourteen days from the day after the purchase, and the rest of the last one. */
const WITHDRAWAL_MS = 15 * 24 * 3600 * 1000;

/**
 * Withdraws from a purchase, as article 11a of Directive 2011/83/EU asks: whose, which, where the
 * acknowledgement goes, and a button that confirms.
 */
export function WithdrawalPage() {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const me = useMe();
  const { support } = useConfig().links;
  const [since] = useState(() => Date.now() - WITHDRAWAL_MS);
  const [done, setDone] = useState(false);
  const billings = useQuery(billingsSinceQuery(api, since));
  const recent = billings.data;
  return (
    <>
      <div>
        <PageHeading title={t('layout.withdrawal.title')} />
        <p>{t('billing.withdrawal.lead')}</p>
      </div>
      <Card title={t('billing.withdrawal.statement')}>
        <Loaded query={billings} failed={t('billing.invoices.failed')}>
          {done && (
            <div role="status">
              <Notice tone="valid">{t('billing.withdrawal.done', { email: me.email })}</Notice>
            </div>
          )}
          {recent?.length === 0 && <p>{t('billing.withdrawal.none')}</p>}
          {!done && recent !== undefined && recent.length > 0 && (
            <Form
              schema={withdrawal}
              onSubmit={async (body) => {
                await api(billingRoutes.withdraw, { body });
                setDone(true);
              }}
            >
              <TextField
                name="name"
                label={t('billing.withdrawal.name')}
                autoComplete="name"
                defaultValue={`${me.first_name} ${me.last_name}`}
              />
              <SelectField name="purchase_id" label={t('billing.withdrawal.purchase')}>
                {recent.map((row) => (
                  <option key={row.id} value={row.id}>
                    {t('billing.withdrawal.row', {
                      credits: t('billing.pricing.credits', { count: row.no_of_credit }),
                      price: format.euros(row.price_cents),
                      date: format.date(row.date),
                    })}
                  </option>
                ))}
              </SelectField>
              <p>{t('billing.withdrawal.means', { email: me.email })}</p>
              <SubmitButton>{t('billing.withdrawal.submit')}</SubmitButton>
            </Form>
          )}
        </Loaded>
      </Card>
      {support && <ExternalLink href={support}>{t('layout.contact')}</ExternalLink>}
    </>
  );
}
