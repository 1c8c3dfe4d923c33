import { type ComponentType, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { LoginForm } from './login-form.tsx';
import { useLoginState } from '../../lib/login-state.ts';
import { paths, pricesPath } from '../../lib/paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { useSignIn } from './use-sign-in.ts';

interface SecondFactorProps {
  needed: unknown;
  onSession: (tokens: { token: string; csrf_token: string }) => void;
  onCancel: () => void;
}

/** @param SecondFactor the second step or, if nothing is `needed`, the login with only a passkey */
export function LoginPage({ SecondFactor }: { SecondFactor: ComponentType<SecondFactorProps> }) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const { reason, email } = useLoginState();
  const signIn = useSignIn();
  const [step, setStep] = useState<{ needed?: unknown }>();
  if (step)
    return (
      <>
        <PageHeading title={t('account.login.title')} />
        <Suspense>
          <SecondFactor
            needed={step.needed}
            onSession={signIn}
            onCancel={() => setStep(undefined)}
          />
        </Suspense>
      </>
    );
  return (
    <>
      <PageHeading title={t('account.login.title')} />
      {reason !== undefined && <Notice tone="unknown">{t(`account.login.${reason}`)}</Notice>}
      <LoginForm
        email={email}
        onUnverified={() => void navigate(paths.otp)}
        onSecondFactor={(needed) => setStep({ needed })}
      />
      <Button icon="key" wide onClick={() => setStep({})}>
        {t('account.login.passkey')}
      </Button>
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
