import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod/mini';
import { accountRoutes } from '../../../../shared/contract/account.ts';
import { useApi } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { useUpdateMe } from '../../lib/me-query.ts';
import { FieldRow, Form, SubmitButton } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

const schema = accountRoutes.editProfile.body;

export function ProfileForm() {
  const { t } = useTranslation();
  const api = useApi();
  const me = useMe();
  const updateMe = useUpdateMe();

  const submit = async (body: z.output<typeof schema>, form: HTMLFormElement): Promise<void> => {
    const { data } = await api(accountRoutes.editProfile, { body });
    await updateMe((user) => ({ ...user, ...data.user }));
    toast.success(t('account.settings.saved'));
    if (data.password_changed) toast.success(t('account.settings.passwordChanged'));
    const { first_name, last_name } = data.user;
    const savedValues: Readonly<Record<string, string>> = { first_name, last_name };
    for (const field of form.querySelectorAll<HTMLInputElement>('input[name]'))
      field.value = savedValues[field.name] ?? '';
  };

  return (
    <Form schema={schema} onSubmit={submit}>
      <FieldRow>
        <TextField
          name="first_name"
          label={t('account.firstName')}
          autoComplete="given-name"
          defaultValue={me.first_name}
        />
        <TextField
          name="last_name"
          label={t('account.lastName')}
          autoComplete="family-name"
          defaultValue={me.last_name}
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
        name="current_password"
        label={t('account.settings.currentPassword')}
        hint={t('account.settings.passwordLead')}
        autoComplete="current-password"
      />
      <FieldRow>
        <NewPasswordFields name="new_password" label={t('account.settings.newPassword')} />
      </FieldRow>
      <div>
        <SubmitButton>{t('common.save')}</SubmitButton>
      </div>
    </Form>
  );
}
