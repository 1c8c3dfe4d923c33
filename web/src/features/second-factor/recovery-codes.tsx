import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { CopyButton } from '../../ui/button/copy-button.tsx';
import { Modal, ModalActions } from '../../ui/dialog/modal.tsx';
import styles from './security.module.css';

/** Shows recovery codes, which cannot be shown again. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      open
      shownOnce
      onClose={onClose}
      title={t('security.codes.title')}
      text={t('security.codes.text')}
    >
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <ModalActions>
        <CopyButton text={codes.join('\n')} successMessage={t('code.copied')}>
          {t('code.copy')}
        </CopyButton>
        <Button variant="primary" onClick={onClose}>
          {t('security.codes.done')}
        </Button>
      </ModalActions>
    </Modal>
  );
}
