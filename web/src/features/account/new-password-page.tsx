import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { accountRoutes } from '../../../../shared/contract/account.ts';
import { useApi, useSession } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { useShortForm } from '../../lib/use-short-form.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { takeResetLink } from './reset-link.ts';

/** Chooses a new password with the link of the mail. It ends every session of the account. */
export function NewPasswordPage() {
  const { t } = useTranslation();
  const api = useApi();
  const session = useSession();
  const navigate = useNavigate();
  const [link] = useState(takeResetLink);
  const { errors, pending, handlers } = useShortForm(
    accountRoutes.resetPassword.body,
    async (body) => {
      await api.resetPassword({ body });
      session.end();
      toast.success(t('account.newPassword.done'));
      navigate(paths.login);
    },
  );
  return (
    <>
      <div>
        <PageHeading title={t('account.newPassword.title')} />
        {link && <p>{t('account.newPassword.lead', { email: link.email })}</p>}
      </div>
      {link ? (
        <Form {...handlers} error={errors['root'] ?? errors['token'] ?? errors['email']}>
          <input type="hidden" name="token" value={link.token} />
          <input type="hidden" name="email" value={link.email} autoComplete="username" />
          <PasswordField
            name="new_password"
            label={t('account.newPassword.password')}
            hint={t('account.passwordHint')}
            autoComplete="new-password"
            error={errors['new_password']}
          />
          <PasswordField
            name="confirm_password"
            label={t('account.confirmPassword')}
            autoComplete="new-password"
            error={errors['confirm_password']}
          />
          <Button variant="primary" type="submit" wide busy={pending}>
            {t('account.newPassword.submit')}
          </Button>
        </Form>
      ) : (
        <Notice tone="risky">{t('account.newPassword.noLink')}</Notice>
      )}
      <p>
        <Link to={paths.forgotPassword}>{t('account.newPassword.again')}</Link>
      </p>
    </>
  );
}
