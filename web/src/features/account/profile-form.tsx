import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm, type FieldPath } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod/mini';
import { accountRoutes } from '../../../../shared/contract/account.ts';
import { useApi } from '../../lib/api.ts';
import { formErrorsOf, toastFailure } from '../../lib/failure.ts';
import { useMe } from '../../lib/me.ts';
import { useUpdateMe } from '../../lib/me-query.ts';
import { Button } from '../../ui/button.tsx';
import { FieldRow, Form } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

type Profile = z.input<typeof accountRoutes.editProfile.body>;

const NO_PASSWORDS = { current_password: '', new_password: '', confirm_password: '' };

/** The user's name and password. The password changes only if its three fields are filled in. */
export function ProfileForm() {
  const { t } = useTranslation();
  const api = useApi();
  const me = useMe();
  const updateMe = useUpdateMe();
  const form = useForm<Profile>({
    resolver: standardSchemaResolver(accountRoutes.editProfile.body),
    defaultValues: { first_name: me.first_name, last_name: me.last_name, ...NO_PASSWORDS },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      const { data } = await api.editProfile({ body: values });
      await updateMe((user) => ({ ...user, ...data.user }));
      toast.success(t('account.settings.saved'));
      if (data.password_changed) toast.success(t('account.settings.passwordChanged'));
      form.reset({ ...values, ...NO_PASSWORDS });
    } catch (failure) {
      toastFailure(failure);
      const kept = formErrorsOf(failure, (name) => name in values);
      for (const [name, message] of Object.entries(kept))
        form.setError(name as FieldPath<Profile> | 'root', { message }, { shouldFocus: true });
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
        hint={t('account.settings.emailHint')}
        type="email"
        autoComplete="username"
        value={me.email}
        readOnly
      />
      <PasswordField
        label={t('account.settings.currentPassword')}
        hint={t('account.settings.passwordLead')}
        autoComplete="current-password"
        error={errors.current_password?.message}
        {...form.register('current_password')}
      />
      <FieldRow>
        <PasswordField
          label={t('account.settings.newPassword')}
          hint={t('account.passwordHint')}
          autoComplete="new-password"
          error={errors.new_password?.message}
          {...form.register('new_password')}
        />
        <PasswordField
          label={t('account.confirmPassword')}
          autoComplete="new-password"
          error={errors.confirm_password?.message}
          {...form.register('confirm_password')}
        />
      </FieldRow>
      <div>
        <Button variant="primary" type="submit" busy={isSubmitting}>
          {t('account.settings.save')}
        </Button>
      </div>
    </Form>
  );
}
