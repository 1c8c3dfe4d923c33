import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { WELCOME_CREDITS } from '../../../../shared/model/credits.ts';
import { rememberReferral } from '../../features/account/referral.ts';
import { SignupForm } from '../../features/account/signup-form.tsx';
import { TermsButton } from '../../features/legal/terms-button.tsx';
import { currentLanguage, isLanguage, suggestLanguage } from '../../i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { PageHeading } from '../../ui/page-heading.tsx';

export function SignupPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const requestedLanguage = query.get('lang');
  const language = isLanguage(requestedLanguage) ? requestedLanguage : currentLanguage();

  useEffect(() => {
    rememberReferral(query);
    if (isLanguage(requestedLanguage)) void suggestLanguage(requestedLanguage);
  }, [query, requestedLanguage]);

  return (
    <>
      <div>
        <PageHeading title={t('account.signup.title')} />
        <p>{t('registration.signup.lead', { count: WELCOME_CREDITS })}</p>
      </div>
      <SignupForm
        language={language}
        conditions={<TermsButton />}
        onRegistered={({ verified }) => void navigate(verified ? paths.login : paths.otp)}
      />
      <p>
        {t('registration.signup.haveAccount')}{' '}
        <Link to={paths.login}>{t('account.login.title')}</Link>
      </p>
    </>
  );
}
