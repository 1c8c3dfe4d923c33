import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import styles from './load-failed.module.css';

interface Props {
  /** What could not be loaded, and what is kept. */
  text: string;
  busy: boolean;
  onRetry: () => void;
}

/** Shown in the place of content that did not load. */
export function LoadFailed({ text, busy, onRetry }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.failed} role="alert">
      <p>{text}</p>
      <Button busy={busy} onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
}
