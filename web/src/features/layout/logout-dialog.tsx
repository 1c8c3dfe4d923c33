import { useTranslation } from 'react-i18next';
import { useLogout } from '../../lib/use-logout.ts';
import { Button } from '../../ui/button.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';

interface Props {
  open: boolean;
  text: string;
  onCancel: () => void;
}

export function LogoutDialog({ open, text, onCancel }: Props) {
  const { t } = useTranslation();
  const logout = useLogout();
  return (
    <Modal open={open} onClose={onCancel} title={t('layout.logoutTitle')} text={text}>
      <ModalActions>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button variant="primary" busy={logout.isPending} onClick={() => logout.mutate()}>
          {t('layout.logout')}
        </Button>
      </ModalActions>
    </Modal>
  );
}
