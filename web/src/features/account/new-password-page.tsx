import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { z } from 'zod/mini';
import { accountRoutes } from '../../../../shared/contract/account.ts';
import { useApi, useSession } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { linkPart, takeLink } from '../../lib/take-link.ts';
import { Form, HiddenField, SubmitButton } from '../../ui/form/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

const resetLink = z.object({ token: linkPart(), email: linkPart() });

/** Sets a new password with the emailed link. This invalidates all sessions of the account. */
export function NewPasswordPage() {
  const { t } = useTranslation();
  const api = useApi();
  const session = useSession();
  const navigate = useNavigate();
  const [link] = useState(() => takeLink(resetLink));
  return (
    <>
      <div>
        <PageHeading title={t('recovery.newPassword.title')} />
        {link && <p>{t('recovery.newPassword.lead', { email: link.email })}</p>}
      </div>
      {link ? (
        <Form
          schema={accountRoutes.resetPassword.body}
          onSubmit={async (body) => {
            await api(accountRoutes.resetPassword, { body });
            session.end();
            toast.success(t('account.settings.passwordChanged'));
            await navigate(paths.login);
          }}
        >
          <HiddenField name="token" value={link.token} />
          <HiddenField name="email" value={link.email} autoComplete="username" />
          <NewPasswordFields name="new_password" label={t('account.settings.newPassword')} />
          <SubmitButton wide>{t('recovery.newPassword.submit')}</SubmitButton>
        </Form>
      ) : (
        <Notice tone="risky">{t('recovery.newPassword.noLink')}</Notice>
      )}
      <p>
        <Link to={paths.forgotPassword}>{t('recovery.newPassword.again')}</Link>
      </p>
    </>
  );
}
