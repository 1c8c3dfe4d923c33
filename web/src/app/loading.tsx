import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/icon.tsx';
import styles from './loading.module.css';

const SPINNER_DELAY_MS = 200;

export const LoadingPage = () => (
  <main>
    <LoadingIndicator />
  </main>
);

/** Appears after a delay, so that nothing flashes on a fast connection. */
export function LoadingIndicator() {
  const { t } = useTranslation();
  const [isDelayed, setIsDelayed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDelayed(true), SPINNER_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.waiting} role="status">
      {isDelayed && (
        <>
          <Icon name="ring" size={24} />
          <span className="hidden">{t('common.loading')}</span>
        </>
      )}
    </div>
  );
}
