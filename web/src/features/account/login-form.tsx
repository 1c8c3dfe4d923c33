import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod/mini';
import { accountRoutes, unverifiedAnswer } from '../../../../shared/contract/account.ts';
import { ApiError } from '../../../../shared/contract/api-error.ts';
import { newPassword } from '../../../../shared/contract/fields.ts';
import { useApi } from '../../lib/api.ts';
import { useShortForm } from '../../lib/use-short-form.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { setPendingEmail } from './pending-email.ts';
import { useResend } from './use-resend.ts';
import { useSignIn } from './use-sign-in.ts';

// Loaded when it is needed, which is rare.
const Captcha = lazy(async () => ({ default: (await import('./captcha.tsx')).Captcha }));

/** No account has a password against the rule, so that the form need not ask the server. */
const schema = z.object({ ...accountRoutes.login.body.shape, password: newPassword() });

/**
 * Email and password. If the account has not confirmed its address, it is sent a new code first. If
 * it is under attack, the form asks for a captcha, whose solution is valid for one attempt.
 */
export function LoginForm({ onUnverified }: { onUnverified: () => void }) {
  const { t } = useTranslation();
  const api = useApi();
  const signIn = useSignIn();
  const resend = useResend(t('account.login.codeSent'));
  const [captcha, setCaptcha] = useState({ asked: false, attempts: 0, solution: '' });
  const { errors, pending, handlers } = useShortForm(schema, async (body) => {
    try {
      const { data } = await api.login({ body });
      signIn(data);
    } catch (failure) {
      const { code, body: answer } = failure instanceof ApiError ? failure : {};
      setCaptcha(({ asked, attempts }) => ({
        asked: asked || code === 'captcha_required',
        attempts: attempts + 1,
        solution: '',
      }));
      if (code !== 'unverified') throw failure;
      const registration = unverifiedAnswer.safeParse(answer).data?.data.registration;
      setPendingEmail(body.email, registration);
      await resend(body.email, registration);
      onUnverified();
    }
  });

  return (
    <Form {...handlers} error={errors['root']}>
      <TextField
        name="email"
        label={t('account.email')}
        type="email"
        autoComplete="username"
        error={errors['email']}
      />
      <PasswordField
        name="password"
        label={t('account.password')}
        autoComplete="current-password"
        error={errors['password']}
      />
      {captcha.asked && (
        <Suspense>
          <Captcha
            key={captcha.attempts}
            onSolved={(solution) => setCaptcha({ ...captcha, solution })}
          />
          <input type="hidden" name="g-recaptcha-response" value={captcha.solution} />
        </Suspense>
      )}
      <Button variant="primary" type="submit" wide busy={pending}>
        {t('account.login.submit')}
      </Button>
    </Form>
  );
}
