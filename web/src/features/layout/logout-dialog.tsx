import { useTranslation } from 'react-i18next';
import { useLogout } from '../../lib/use-logout.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm.tsx';

interface Props {
  open: boolean;
  text: string;
  onCancel: () => void;
}

export function LogoutDialog({ open, text, onCancel }: Props) {
  const { t } = useTranslation();
  const logout = useLogout();
  return (
    <ConfirmDialog
      open={open}
      title={t('layout.logoutTitle')}
      text={text}
      confirm={t('layout.logout')}
      variant="primary"
      busy={logout.isPending}
      onClose={onCancel}
      onConfirm={() => logout.mutate()}
    />
  );
}
