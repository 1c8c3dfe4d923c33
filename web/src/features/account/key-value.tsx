import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './api-page.module.css';

/** A key, and a button that copies it. */
export function KeyValue({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation();
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(value);
    toast.success(t('account.api.copied'));
  };
  return (
    <div className={styles.key}>
      <code className={styles.value}>{value}</code>
      <Button aria-label={t('account.api.copyNamed', { name: label })} onClick={() => void copy()}>
        <Icon name="copy" />
        {t('account.api.copy')}
      </Button>
    </div>
  );
}
