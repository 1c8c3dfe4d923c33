import { useTranslation } from 'react-i18next';
import styles from './credit-counter.module.css';

/** The credits that are left. Small screens show a short form; screen readers read the long one. */
export function CreditCounter({ credits: count }: { credits: number }) {
  const { t } = useTranslation();
  return (
    <p className={styles.counter}>
      <span className={styles.long}>{t('layout.credits', { count })}</span>
      <span className={styles.short} aria-hidden="true">
        {t('layout.creditsShort', { count })}
      </span>
    </p>
  );
}
