import { useState, type ReactNode, useEffect, useRef } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod/mini';
import { accountRoutes, registrationRequest } from '../../../../shared/contract/account.ts';
import type { Language } from '../../../../shared/model/account.ts';
import { useApi } from '../../lib/api.ts';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { FieldRow, Form, SubmitButton } from '../../ui/form/form.tsx';
import { languageOptions } from '../../ui/form/preferences.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Captcha } from './captcha.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { setPendingEmail } from './pending-email.ts';
import { readReferral } from './referral.ts';
import { Button } from '../../ui/button/button.tsx';

const DEBOUNCE_MS = 400;

async function suggestEmail(email: string): Promise<string | undefined> {
  const [, local, domain] = /^([^@]+)@([^@]+)$/.exec(email.trim()) ?? [];
  if (local === undefined || domain === undefined) return undefined;
  const { suggestCorrection } =
    await import('../../../../packages/verifier/src/address/suggest-correction.ts');
  return suggestCorrection({ local, ascii: domain.toLowerCase() });
}

/** An email field that suggests corrections of typos but does not block the form. */
export function EmailField() {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [suggestion, setSuggestion] = useState<string>();
  useEffect(() => {
    let isStale = false;
    const timer = setTimeout(() => {
      suggestEmail(typed).then(
        (email) => !isStale && setSuggestion(email),
        // The suggestion is optional: ignore failures.
        () => undefined,
      );
    }, DEBOUNCE_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [typed]);
  const change = (email: string): void => {
    setTyped(email);
    setSuggestion(undefined);
  };
  const acceptSuggestion = (email: string): void => {
    if (field.current) field.current.value = email;
    field.current?.focus();
    change(email);
  };
  return (
    <TextField
      ref={field}
      name="email"
      label={t('account.email')}
      hint={
        <span role="status">
          {suggestion !== undefined && (
            <Button onClick={() => acceptSuggestion(suggestion)}>
              {t('common.suggestion', { email: suggestion })}
            </Button>
          )}
        </span>
      }
      type="email"
      autoComplete="email"
      onInput={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}

interface Props {
  language: Language;
  conditions: ReactNode;
  onRegistered: (account: { verified: boolean }) => void;
}

export function SignupForm({ language, conditions, onRegistered }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const [attempt, setAttempt] = useState(0);

  const submit = async (values: z.output<typeof registrationRequest>): Promise<void> => {
    try {
      const { data } = await api(accountRoutes.register, {
        body: { ...values, partner_key: readReferral() },
      });
      toast.success(t('registration.signup.done'));
      setPendingEmail(data.email, data.registration);
      onRegistered(data);
    } catch (failure) {
      setAttempt(attempt + 1);
      throw failure;
    }
  };

  return (
    <Form schema={registrationRequest} onSubmit={submit}>
      <FieldRow>
        <TextField name="first_name" label={t('account.firstName')} autoComplete="given-name" />
        <TextField name="last_name" label={t('account.lastName')} autoComplete="family-name" />
      </FieldRow>
      <EmailField />
      <NewPasswordFields name="password" label={t('account.password')} />
      <SelectField
        name="language"
        label={t('registration.signup.language')}
        options={languageOptions}
        defaultValue={language}
      />
      <CheckboxField
        name="agree_policy"
        label={t('registration.signup.agree')}
        aside={conditions}
      />
      <Captcha key={attempt} />
      <SubmitButton wide>{t('registration.signup.submit')}</SubmitButton>
    </Form>
  );
}
