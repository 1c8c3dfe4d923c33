import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod/mini';
import { existingPassword, required } from '../../../../shared/contract/fields.ts';
import type { Proof, ProofNeeded } from '../../../../shared/contract/second-factor.ts';
import { Button } from '../../ui/button/button.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { provePasskey } from './passkey.ts';

interface Props extends ProofNeeded {
  /** Sends a proof. A rejection is shown in the form. */
  onProof: (proof: Proof) => Promise<void>;
}

const codeForm = z.object({ code: required() });
const passwordForm = z.object({ password: existingPassword() });

/** Asks for one of the user's factors or, without any factor, for the password. */
export function ProofForm({ challenge, methods, onProof }: Props) {
  const { t } = useTranslation();
  const [withRecoveryCode, setWithRecoveryCode] = useState(false);
  const method = methods.includes('totp') && !withRecoveryCode ? 'totp' : 'recovery_code';
  if (methods.includes('password'))
    return (
      <Form
        schema={passwordForm}
        onSubmit={({ password }) => onProof({ method: 'password', password })}
      >
        <PasswordField
          name="password"
          label={t('account.password')}
          autoComplete="current-password"
          autoFocus
        />
        <SubmitButton wide>{t('security.proof.submit')}</SubmitButton>
      </Form>
    );
  const byPasskey = methods.includes('passkey');
  return (
    <>
      {byPasskey && (
        <PasskeyButton call={async () => onProof(await provePasskey(challenge))}>
          {t('security.proof.passkey')}
        </PasskeyButton>
      )}
      {(method === 'totp' || withRecoveryCode) && (
        <Form key={method} schema={codeForm} onSubmit={({ code }) => onProof({ method, code })}>
          <TextField
            name="code"
            label={t(`security.proof.${method}`)}
            hint={t(`security.proof.${method}_hint`)}
            autoComplete="one-time-code"
            inputMode={method === 'totp' ? 'numeric' : 'text'}
            autoFocus={!byPasskey || withRecoveryCode}
          />
          <SubmitButton wide>{t('security.proof.submit')}</SubmitButton>
        </Form>
      )}
      <div>
        <Button variant="quiet" onClick={() => setWithRecoveryCode(!withRecoveryCode)}>
          {t(withRecoveryCode ? 'security.proof.other' : 'security.proof.useRecoveryCode')}
        </Button>
      </div>
    </>
  );
}
