import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { CopyButton } from '../../ui/button/copy-button.tsx';
import { Modal, ModalActions } from '../../ui/dialog/modal.tsx';
import styles from './security.module.css';

interface Props {
  codes: string[];
  onSaved: () => void;
  onClose: () => void;
}

/** Shows new recovery codes. Closing the dialog does not confirm that they are saved. */
export function RecoveryCodes({ codes, onSaved, onClose }: Props) {
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
        <Button variant="primary" onClick={onSaved}>
          {t('security.codes.done')}
        </Button>
      </ModalActions>
    </Modal>
  );
}
