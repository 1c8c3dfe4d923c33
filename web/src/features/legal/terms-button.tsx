import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { ConditionsText } from './conditions-text.tsx';
import styles from './terms-button.module.css';

export function TermsButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" className={styles.read} onClick={() => setOpen(true)}>
        {t('legal.read')}
      </Button>
      <Modal wide open={open} onClose={() => setOpen(false)} title={t('layout.conditions.title')}>
        <ConditionsText heading="h3" />
      </Modal>
    </>
  );
}
