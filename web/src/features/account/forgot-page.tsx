import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { accountRoutes } from '../../../../shared/contract/account.ts';
import { useApi } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

/** Requests a password reset link. The response does not reveal whether the account exists. */
export function ForgotPage() {
  const { t } = useTranslation();
  const api = useApi();
  const [sentTo, setSentTo] = useState<string>();
  return (
    <>
      <div>
        <PageHeading title={t('recovery.forgot.title')} />
        <p>{t('recovery.forgot.lead')}</p>
      </div>
      <div role="status">
        {sentTo !== undefined && (
          <Notice tone="info">{t('recovery.forgot.sent', { email: sentTo })}</Notice>
        )}
      </div>
      <Form
        schema={accountRoutes.forgetPassword.body}
        onSubmit={async (body) => {
          await api(accountRoutes.forgetPassword, { body });
          toast.success(t('recovery.forgot.done'));
          setSentTo(body.email);
        }}
      >
        <TextField name="email" label={t('account.email')} type="email" autoComplete="username" />
        <SubmitButton wide>{t('recovery.forgot.submit')}</SubmitButton>
      </Form>
      <p>
        <Link to={paths.login}>{t('recovery.forgot.back')}</Link>
      </p>
    </>
  );
}
