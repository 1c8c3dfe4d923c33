import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../ui/form/password-field.tsx';

export function NewPasswordFields({ name, label }: { name: string; label: string }) {
  const { t } = useTranslation();
  return (
    <>
      <PasswordField
        name={name}
        label={label}
        hint={t('account.passwordHint')}
        autoComplete="new-password"
      />
      <PasswordField
        name="confirm_password"
        label={t('account.confirmPassword')}
        autoComplete="new-password"
      />
    </>
  );
}
