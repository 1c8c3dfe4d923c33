import { useState, useTransition } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/api.ts';
import { messagesOf, toastFailure } from '../../lib/failure.ts';
import { Button } from '../../ui/button.tsx';
import { PlainForm } from '../../ui/form.tsx';
import { emptyCells, isComplete, type Cells } from './otp-cells.ts';
import { OtpInput } from './otp-input.tsx';
import { useResend } from './use-resend.ts';
import { useSignIn } from './use-sign-in.ts';

/**
 * Asks for the one-time code that was sent to `email`, for the registration whose secret is given.
 * The right code signs the user in.
 */
export function OtpForm({
  email,
  registration,
}: {
  email: string;
  registration: string | undefined;
}) {
  const { t } = useTranslation();
  const api = useApi();
  const signIn = useSignIn();
  const resend = useResend(t('account.otp.resent'));
  const [cells, setCells] = useState<Cells>(emptyCells);
  const [error, setError] = useState<string>();
  const [verifying, startVerifying] = useTransition();
  const [resending, startResending] = useTransition();

  const verify = async (): Promise<void> => {
    try {
      const otp = cells.join('');
      const { data } = await api.verifyOtp({ body: { email, otp, registration } });
      signIn(data);
    } catch (failure) {
      toastFailure(failure);
      setError(messagesOf(failure)[0]);
    }
  };

  return (
    <PlainForm
      error={error}
      onSubmit={(event) => {
        event.preventDefault();
        startVerifying(verify);
      }}
    >
      <OtpInput legend={t('account.otp.legend')} cells={cells} onChange={setCells} />
      <Button variant="primary" type="submit" wide disabled={!isComplete(cells)} busy={verifying}>
        {t('account.otp.submit')}
      </Button>
      <Button
        variant="quiet"
        busy={resending}
        onClick={() => startResending(() => resend(email, registration))}
      >
        {t('account.otp.resend')}
      </Button>
    </PlainForm>
  );
}
