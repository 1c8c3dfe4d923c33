import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { Wordmark } from '../../ui/mark.tsx';
import styles from './drawer.module.css';

interface Props {
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The menu on small screens, over the page. */
export function Drawer({ open, onClose, children }: Props) {
  const { t } = useTranslation();
  if (!open) return null;
  return (
    <Dialog className={styles.drawer} aria-label={t('layout.menu')} onClose={onClose}>
      <nav className={styles.content} aria-label={t('layout.navigation')}>
        <div className={`between ${styles.top}`}>
          <Wordmark />
          <IconButton icon="cross" label={t('layout.closeMenu')} onClick={onClose} />
        </div>
        {children}
      </nav>
    </Dialog>
  );
}
