import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod/mini';
import { SCOPES } from '../../../../../shared/contract/auth.ts';
import { keyRequest, keyRoutes, MAX_KEY_NAME_LENGTH } from '../../../../../shared/contract/keys.ts';
import { useApi } from '../../../lib/api.ts';
import { Button } from '../../../ui/button/button.tsx';
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx';
import { Form, HiddenField, SubmitButton } from '../../../ui/form/form.tsx';
import { Modal, ModalActions } from '../../../ui/dialog/modal.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { ApiKeyValue } from './api-key-value.tsx';
import { API_KEYS_QUERY_KEY } from './keys.tsx';

const form = z
  .object({
    name: keyRequest.shape.name,
    check: z.boolean(),
    lists: z.boolean(),
    read: z.boolean(),
    webhooks: z.boolean(),
  })
  .check(
    z.refine((checked) => SCOPES.some((scope) => checked[scope]), {
      error: 'field.required',
      path: ['scopes'],
    }),
  );

export function CreateKey() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const [createdKey, setCreatedKey] = useState<string>();
  const close = (): void => {
    setOpen(false);
    setCreatedKey(undefined);
  };

  const create = async ({ name, ...checked }: z.output<typeof form>): Promise<void> => {
    const scopes = SCOPES.filter((scope) => checked[scope]);
    const { data } = await api(keyRoutes.createKey, { body: { name, scopes } });
    setCreatedKey(data.api_key);
    await queries.invalidateQueries({ queryKey: API_KEYS_QUERY_KEY });
  };

  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('programs.keys.create')}</Button>
      {createdKey === undefined ? (
        <Modal open={open} onClose={close} title={t('programs.keys.create')}>
          <Form schema={form} onSubmit={create}>
            <TextField
              name="name"
              label={t('programs.keys.name')}
              hint={t('programs.keys.nameHint')}
              maxLength={MAX_KEY_NAME_LENGTH}
              autoComplete="off"
            />
            <fieldset>
              <legend>{t('programs.keys.may')}</legend>
              {SCOPES.map((scope) => (
                <CheckboxField key={scope} name={scope} label={t(`programs.keys.scope.${scope}`)} />
              ))}
              <HiddenField name="scopes" />
            </fieldset>
            <ModalActions onCancel={close}>
              <SubmitButton>{t('programs.keys.create')}</SubmitButton>
            </ModalActions>
          </Form>
        </Modal>
      ) : (
        <Modal
          open
          shownOnce
          onClose={close}
          title={t('programs.keys.madeTitle')}
          text={t('programs.keys.madeText')}
        >
          <ApiKeyValue label={t('programs.live')} value={createdKey} />
          <ModalActions>
            <Button variant="primary" onClick={close}>
              {t('programs.keys.done')}
            </Button>
          </ModalActions>
        </Modal>
      )}
    </>
  );
}
