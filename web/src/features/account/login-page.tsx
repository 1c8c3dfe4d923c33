import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { LoginForm } from './login-form.tsx';
import { useLoginState } from '../../lib/login-state.ts';
import { paths, pricesPath } from '../../lib/paths.ts';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

export function LoginPage() {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const { reason, email } = useLoginState();
  return (
    <>
      <PageHeading title={t('account.login.title')} />
      {reason !== undefined && <Notice tone="unknown">{t(`account.login.${reason}`)}</Notice>}
      <LoginForm email={email} onUnverified={() => void navigate(paths.otp)} />
      <p>
        <Link to={paths.forgotPassword}>{t('account.login.forgot')}</Link>
      </p>
      <p>
        {t('account.login.noAccount')} <Link to={paths.signup}>{t('account.signup.title')}</Link>
      </p>
      <p>
        <ExternalLink href={`${pricesPath}${i18n.language}.html`}>
          {t('account.login.prices')}
        </ExternalLink>
      </p>
    </>
  );
}
