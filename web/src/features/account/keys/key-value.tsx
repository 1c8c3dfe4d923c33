import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/button/copy-button.tsx';
import styles from './api-page.module.css';

/** A key, and a button that copies it. */
export function KeyValue({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation();
  return (
    <div className={styles.key}>
      <code className={styles.value}>{value}</code>
      <CopyButton
        text={value}
        done={t('programs.copied')}
        aria-label={t('programs.copyNamed', { name: label })}
      >
        {t('programs.copy')}
      </CopyButton>
    </div>
  );
}
