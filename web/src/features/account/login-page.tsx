import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { LoginForm } from './login-form.tsx';
import { paths } from '../../lib/paths.ts';
import { PageHeading } from '../../ui/page-heading.tsx';

export function LoginPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <>
      <PageHeading title={t('account.login.title')} />
      <LoginForm onUnverified={() => navigate(paths.otp)} />
      <p>
        <Link to={paths.forgotPassword}>{t('account.login.forgot')}</Link>
      </p>
      <p>
        {t('account.login.noAccount')} <Link to={paths.signup}>{t('account.signup.title')}</Link>
      </p>
    </>
  );
}
