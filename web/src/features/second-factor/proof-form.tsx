import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod/mini';
import { existingPassword, requiredText } from '../../../../shared/contract/fields.ts';
import type { FactorProof, ProofRequirement } from '../../../../shared/contract/factors.ts';
import { Button } from '../../ui/button/button.tsx';
import { Form, SubmitButton, noFields } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { requestPasskeyProof } from './passkey.ts';

interface Props extends Pick<ProofRequirement, 'methods'> {
  /** Sends the proof that `prove` creates for a challenge. The form shows a rejection. */
  onProof: (prove: (challenge: string) => FactorProof | Promise<FactorProof>) => Promise<void>;
}

const codeForm = z.object({ code: requiredText() });
const passwordForm = z.object({ password: existingPassword() });

/** Asks for one of the user's factors or, without any factor, for the password. */
export function ProofForm({ methods, onProof }: Props) {
  const { t } = useTranslation();
  const [withRecoveryCode, setWithRecoveryCode] = useState(false);
  const submit = <SubmitButton wide>{t('security.proof.submit')}</SubmitButton>;
  if (methods.includes('password'))
    return (
      <Form
        schema={passwordForm}
        onSubmit={({ password }) => onProof(() => ({ method: 'password', password }))}
      >
        <PasswordField
          name="password"
          label={t('account.password')}
          autoComplete="current-password"
          autoFocus
        />
        {submit}
      </Form>
    );
  const byPasskey = methods.includes('passkey');
  const method = withRecoveryCode ? 'recovery_code' : 'totp';
  return (
    <>
      {byPasskey && (
        <Form schema={noFields} onSubmit={() => onProof(requestPasskeyProof)}>
          <SubmitButton variant="secondary" icon="key" wide autoFocus>
            {t('security.proof.passkey')}
          </SubmitButton>
        </Form>
      )}
      {(withRecoveryCode || methods.includes('totp')) && (
        <Form
          key={method}
          schema={codeForm}
          onSubmit={({ code }) => onProof(() => ({ method, code }))}
        >
          <TextField
            name="code"
            label={t(`security.proof.${method}`)}
            hint={t(`security.proof.${method}_hint`)}
            autoComplete="one-time-code"
            inputMode={withRecoveryCode ? 'text' : 'numeric'}
            autoFocus={!byPasskey || withRecoveryCode}
          />
          {submit}
        </Form>
      )}
      {methods.includes('recovery_code') && (
        <div>
          <Button variant="quiet" onClick={() => setWithRecoveryCode(!withRecoveryCode)}>
            {t(withRecoveryCode ? 'security.proof.other' : 'security.proof.useRecoveryCode')}
          </Button>
        </div>
      )}
    </>
  );
}
