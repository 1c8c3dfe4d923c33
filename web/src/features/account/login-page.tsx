import { type ComponentType, Suspense, useState, lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { z } from 'zod/mini';
import { withTexts } from '../../i18n/i18n.ts';
import { lazyOptional } from '../../lib/lazy-optional.ts';
import { useLoginState } from '../../lib/login-state.ts';
import { paths, pricesPath, startPath } from '../../lib/paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { useSignIn } from './use-sign-in.ts';
import { accountRoutes, unverifiedResponse } from '../../../../shared/contract/account.ts';
import { ApiError } from '../../../../shared/client/api-error.ts';
import { newPassword } from '../../../../shared/contract/fields.ts';
import { useApi } from '../../lib/api.ts';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { setPendingEmail } from './pending-email.ts';
import { useResendOtp } from './use-resend-otp.ts';

// Lazily loaded, because few logins require a captcha.
const Captcha = lazy(async () => ({
  default: (await withTexts(import('./captcha.tsx'), 'registration')).Captcha,
}));

// Loaded only once an address was entered.
const SsoLogin = lazyOptional(
  async () => (await withTexts(import('./sso-login.tsx'), 'security')).SsoLogin,
);

/** Rejects a password that violates the rules without a call, because no account has it. */
const schema = z.object({ ...accountRoutes.login.body.shape, password: newPassword() });

interface Props {
  email?: string | undefined;
  onUnverified: () => void;
  /** Called with the error's body if the password is right and a second factor is needed. */
  onSecondFactor: (needed: unknown) => void;
}

/**
 * Logs in. If the address of the account is unconfirmed, sends a new code and calls `onUnverified`.
 * Once the API has asked for a captcha, each attempt requires a new one. Offers single sign-on once a
 * valid address was entered.
 */
export function LoginForm({ email, onUnverified, onSecondFactor }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const signIn = useSignIn();
  const resend = useResendOtp(t('account.login.codeSent'));
  const [address, setAddress] = useState(email);
  const [captcha, setCaptcha] = useState({ required: false, attempts: 0 });

  const submit = async (body: z.output<typeof schema>): Promise<void> => {
    try {
      const { data } = await api(accountRoutes.login, { body });
      signIn(data);
    } catch (failure) {
      const { code, body: response } = failure instanceof ApiError ? failure : {};
      setCaptcha(({ required, attempts }) => ({
        required: required || code === 'captcha_required',
        attempts: attempts + 1,
      }));
      if (code === 'second_factor_required') return onSecondFactor(response);
      if (code !== 'unverified') throw failure;
      const registration = unverifiedResponse.safeParse(response).data?.data.registration;
      setPendingEmail(body.email, registration);
      await resend(body.email, registration);
      onUnverified();
    }
  };

  return (
    <>
      <Form schema={schema} onSubmit={submit}>
        <TextField
          name="email"
          label={t('account.email')}
          type="email"
          autoComplete="username"
          defaultValue={email}
          autoFocus={email === undefined}
          onBlur={({ target }) =>
            setAddress(z.safeParse(schema.shape.email, target.value).data ?? address)
          }
        />
        <PasswordField
          name="password"
          label={t('account.password')}
          autoComplete="current-password"
          autoFocus={email !== undefined}
        />
        {captcha.required && (
          <Suspense>
            <Captcha key={captcha.attempts} />
          </Suspense>
        )}
        <SubmitButton wide>{t('account.login.title')}</SubmitButton>
      </Form>
      {address !== undefined && (
        <Suspense>
          <SsoLogin key={address.slice(address.lastIndexOf('@'))} email={address} />
        </Suspense>
      )}
    </>
  );
}

interface SecondFactorProps {
  needed: unknown;
  onSession: (tokens: { token: string; csrf_token: string }) => void;
  onCancel: () => void;
}

/** @param SecondFactor the second step or, if nothing is `needed`, the login with only a passkey */
export function LoginPage({ SecondFactor }: { SecondFactor: ComponentType<SecondFactorProps> }) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const { reason, notice, email } = useLoginState();
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
      {notice !== undefined && <Notice tone="info">{notice}</Notice>}
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
      <p className="wrap">
        <ExternalLink href={`${startPath}${i18n.language}.html`}>
          {t('account.pitch.label')}
        </ExternalLink>
        <ExternalLink href={`${pricesPath}${i18n.language}.html`}>
          {t('account.login.prices')}
        </ExternalLink>
      </p>
    </>
  );
}
