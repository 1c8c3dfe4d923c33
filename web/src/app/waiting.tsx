import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/icon.tsx';
import styles from './waiting.module.css';

const DELAY_MS = 200;

export const WaitingPage = () => (
  <main>
    <Waiting />
  </main>
);

/** Initially empty, so that nothing flashes on a fast connection. */
export function Waiting() {
  const { t } = useTranslation();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.waiting} role="status">
      {late && (
        <>
          <Icon name="ring" size={24} />
          <span className="hidden">{t('common.loading')}</span>
        </>
      )}
    </div>
  );
}
