import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useState } from 'react';
import { z } from 'zod/mini';
import { accountRoutes } from '../../../../../shared/contract/account.ts';
import { useApi } from '../../../lib/api.ts';
import { useUpdateMe } from '../../../lib/me-query.ts';
import { useMay, useMe } from '../../../lib/me.ts';
import { docsPath, paths } from '../../../lib/paths.ts';
import { ConfirmButton } from '../../../ui/dialog/confirm.tsx';
import { ExternalLink } from '../../../ui/external-link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { Sections } from '../../../ui/sections.tsx';
import styles from './api-page.module.css';
import { ApiKeyValue } from './api-key-value.tsx';
import { FirstKeyLastUse, API_KEYS_QUERY_KEY, CreatedKeys } from './keys.tsx';
import { SANDBOX_ADDRESSES, ApiPlayground } from './api-playground.tsx';
import { roleForScope, SCOPES } from '../../../../../shared/contract/auth.ts';
import {
  assistantCredits,
  keyRequest,
  keyRoutes,
  MAX_KEY_NAME_LENGTH,
} from '../../../../../shared/contract/keys.ts';
import { DEFAULT_ASSISTANT_CREDITS } from '../../../../../shared/model/key-kind.ts';
import { Button } from '../../../ui/button/button.tsx';
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx';
import { Form, HiddenField, SubmitButton } from '../../../ui/form/form.tsx';
import { Modal, ModalActions } from '../../../ui/dialog/modal.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { typedNumberSchema } from '../../../ui/form/typed-number.ts';

const form = z
  .object({
    name: keyRequest.shape.name,
    check: z.boolean(),
    lists: z.boolean(),
    read: z.boolean(),
    webhooks: z.optional(z.boolean()),
    connections: z.optional(z.boolean()),
    assistant_credits: z.pipe(typedNumberSchema, assistantCredits),
  })
  .check(
    z.refine((checked) => SCOPES.some((scope) => checked[scope]), {
      error: 'field.required',
      path: ['scopes'],
    }),
  );

function CreateKey() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const [createdKey, setCreatedKey] = useState<string>();
  const may = useMay();
  const grantable = SCOPES.filter((scope) => may(roleForScope(scope)));
  const close = (): void => {
    setOpen(false);
    setCreatedKey(undefined);
  };

  const create = async ({
    name,
    assistant_credits,
    ...checked
  }: z.output<typeof form>): Promise<void> => {
    const scopes = SCOPES.filter((scope) => checked[scope]);
    const { data } = await api(keyRoutes.createKey, {
      body: { name, scopes, assistant_credits },
    });
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
              {grantable.map((scope) => (
                <CheckboxField key={scope} name={scope} label={t(`programs.keys.scope.${scope}`)} />
              ))}
              <HiddenField name="scopes" />
            </fieldset>
            <TextField
              name="assistant_credits"
              label={t('programs.keys.assistants')}
              hint={t('programs.keys.assistantsHint')}
              inputMode="numeric"
              autoComplete="off"
              defaultValue={DEFAULT_ASSISTANT_CREDITS}
            />
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

export function ApiPage() {
  const { t } = useTranslation();
  const api = useApi();
  const updateMe = useUpdateMe();
  const { api_key: live, api_key_hidden: isHidden, test_api_key: test } = useMe();
  // Only administrators see the first key and the test key.
  const isAdmin = useMay()('admin');
  const isUnpaid = isAdmin && live === null;
  const loadKey = async (): Promise<void> => {
    const { data } = await api(accountRoutes.getApiKey);
    await updateMe((me) => ({ ...me, ...data, api_key_hidden: undefined }));
  };
  return (
    <>
      <div>
        <PageHeading title={t(isUnpaid ? 'programs.paidOnly' : 'layout.api.title')} />
        <p>
          <ExternalLink href={docsPath}>{t('layout.apiDocs')}</ExternalLink>
        </p>
      </div>
      {isUnpaid && (
        <Notice tone="info">
          {t('programs.howToGet')} <Link to={paths.pricing}>{t('programs.prices')}</Link>
        </Notice>
      )}
      <Sections
        label={t('layout.api.title')}
        sections={[
          {
            name: 'key',
            title: t('programs.live'),
            aside: <ResetKey />,
            content: live !== null && (
              <>
                <ApiKeyValue
                  label={t('programs.live')}
                  value={live}
                  secret
                  load={isHidden && loadKey}
                />
                <p className="muted prose">
                  {t('programs.keep')} <FirstKeyLastUse />
                </p>
              </>
            ),
          },
          {
            name: 'keys',
            title: t('programs.keys.title'),
            aside: <CreateKey />,
            content: !isUnpaid && <CreatedKeys />,
          },
          {
            name: 'test',
            title: t('programs.test'),
            content: test !== null && (
              <>
                <ApiKeyValue label={t('programs.test')} value={test} />
                <p className="muted prose">{t('programs.testText')}</p>
                <ul className={`wrap ${styles.addresses}`}>
                  {SANDBOX_ADDRESSES.map((address) => (
                    <li key={address}>
                      <code>{address}</code>
                    </li>
                  ))}
                </ul>
              </>
            ),
          },
          {
            name: 'try',
            title: t('programs.tryIt.title'),
            content: <ApiPlayground testKey={test ?? ''} />,
          },
        ]}
      />
    </>
  );
}

/** Resets the first key. Asks for confirmation, because programs with the old key stop working. */
function ResetKey() {
  const { t } = useTranslation();
  const api = useApi();
  const updateMe = useUpdateMe();
  const queries = useQueryClient();
  return (
    <ConfirmButton
      button={{ children: t('programs.reset') }}
      title={t('programs.resetTitle')}
      text={t('programs.resetText')}
      confirm={t('programs.reset')}
      call={() => api(accountRoutes.resetApiKey)}
      onDone={async ({ data }) => {
        await updateMe((me) => ({ ...me, ...data, api_key_hidden: undefined }));
        toast.success(t('programs.resetDone'));
        await queries.invalidateQueries({ queryKey: API_KEYS_QUERY_KEY });
      }}
    />
  );
}
