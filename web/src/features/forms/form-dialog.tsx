import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod/mini';
import { type FormRow, formRoutes } from '../../../../shared/contract/forms.ts';
import { useApi } from '../../lib/api.ts';
import { Modal, ModalActions } from '../../ui/dialog/modal.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { typedNumberSchema } from '../../ui/form/typed-number.ts';
import { formsQuery } from './queries.ts';

const DEFAULT_DAILY_CHECKS = 500;

/** Normalizes a site to its origin: adds a missing scheme and drops the path. */
function originOf(site: string): string {
  const isLocalhost = /^(?:localhost|127\.0\.0\.1)(?=[:/]|$)/.test(site);
  const lacksScheme = !site.includes('://') && (isLocalhost || site.includes('.'));
  const url = lacksScheme ? `${isLocalhost ? 'http' : 'https'}://${site}` : site;
  return URL.canParse(url) ? new URL(url).origin : site;
}

const { body } = formRoutes.createForm;
const schema = z.extend(body, {
  origins: z.pipe(
    z.transform((sites: unknown) => (String(sites).match(/[^\s,]+/g) ?? []).map(originOf)),
    body.shape.origins,
  ),
  daily_checks: z.pipe(typedNumberSchema, body.shape.daily_checks),
});

export function FormDialog({ form, onClose }: { form?: FormRow; onClose: () => void }) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();

  const save = async (values: z.output<typeof schema>): Promise<void> => {
    if (form) await api(formRoutes.updateForm, { params: { id: form.id }, body: values });
    else await api(formRoutes.createForm, { body: values });
    await queries.invalidateQueries(formsQuery(api));
    onClose();
  };

  return (
    <Modal open onClose={onClose} title={t(form ? 'forms.change' : 'forms.create')}>
      <Form schema={schema} onSubmit={save}>
        <TextField
          name="name"
          label={t('forms.name')}
          hint={t('forms.nameHint')}
          maxLength={60}
          autoComplete="off"
          defaultValue={form?.name}
        />
        <TextField
          name="origins"
          label={t('forms.origins')}
          hint={t('forms.originsHint', {
            site: 'https://shop.example',
            trial: 'http://localhost:PORT',
          })}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          defaultValue={form?.origins.join(' ')}
        />
        <TextField
          name="daily_checks"
          label={t('forms.daily')}
          hint={t('forms.dailyHint')}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={form?.daily_checks ?? DEFAULT_DAILY_CHECKS}
        />
        <ModalActions onCancel={onClose}>
          <SubmitButton>{t(form ? 'forms.save' : 'forms.create')}</SubmitButton>
        </ModalActions>
      </Form>
    </Modal>
  );
}
