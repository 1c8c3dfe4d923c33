import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState, type ReactNode } from 'react';
import { Controller, useForm, type FieldPath } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod/mini';
import { registration } from '../../../../shared/contract/account.ts';
import type { Language } from '../../../../shared/model/account.ts';
import { useApi } from '../../lib/api.ts';
import { formErrorsOf, toastFailure } from '../../lib/failure.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { FieldRow, Form } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Captcha } from './captcha.tsx';
import { setPendingEmail } from './pending-email.ts';
import { referral } from './referral.ts';

type Registration = z.input<typeof registration>;

interface Props {
  language: Language;
  /** Shown beside the check box that accepts the conditions, to read them. */
  conditions: ReactNode;
  onRegistered: (account: { verified: boolean }) => void;
}

export function SignupForm({ language, conditions, onRegistered }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  // A solution is valid for one attempt: a new key makes a new captcha.
  const [attempt, setAttempt] = useState(0);
  const form = useForm<Registration>({
    resolver: standardSchemaResolver(registration),
    defaultValues: {
      first_name: '',
      last_name: '',
      email: '',
      password: '',
      confirm_password: '',
      language,
      'g-recaptcha-response': '',
    },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      const { data } = await api.register({ body: { ...values, partner_key: referral() } });
      toast.success(t('account.signup.done'));
      setPendingEmail(data.email, data.registration);
      onRegistered(data);
    } catch (failure) {
      form.setValue('g-recaptcha-response', '');
      setAttempt(attempt + 1);
      toastFailure(failure);
      const kept = formErrorsOf(failure, (name) => name in values);
      for (const [name, message] of Object.entries(kept))
        form.setError(name as FieldPath<Registration> | 'root', { message }, { shouldFocus: true });
    }
  });

  return (
    <Form error={errors.root?.message} onSubmit={submit}>
      <FieldRow>
        <TextField
          label={t('account.firstName')}
          autoComplete="given-name"
          error={errors.first_name?.message}
          {...form.register('first_name')}
        />
        <TextField
          label={t('account.lastName')}
          autoComplete="family-name"
          error={errors.last_name?.message}
          {...form.register('last_name')}
        />
      </FieldRow>
      <TextField
        label={t('account.email')}
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <PasswordField
        label={t('account.password')}
        hint={t('account.passwordHint')}
        autoComplete="new-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <PasswordField
        label={t('account.confirmPassword')}
        autoComplete="new-password"
        error={errors.confirm_password?.message}
        {...form.register('confirm_password')}
      />
      <SelectField
        label={t('account.signup.language')}
        error={errors.language?.message}
        {...form.register('language')}
      >
        <option value="en" lang="en">
          English
        </option>
        <option value="fr" lang="fr">
          Français
        </option>
      </SelectField>
      <CheckboxField
        label={t('account.signup.agree')}
        beside={conditions}
        error={errors.agree_policy?.message}
        {...form.register('agree_policy')}
      />
      <Controller
        name="g-recaptcha-response"
        control={form.control}
        render={({ field, fieldState }) => (
          <Captcha
            key={attempt}
            ref={field.ref}
            error={fieldState.error?.message}
            onSolved={(solution) => {
              field.onChange(solution);
              form.clearErrors('g-recaptcha-response');
            }}
          />
        )}
      />
      <Button variant="primary" type="submit" wide busy={isSubmitting}>
        {t('account.signup.submit')}
      </Button>
    </Form>
  );
}
