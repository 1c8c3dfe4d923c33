import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/icon.tsx';
import styles from './waiting.module.css';

const DELAY_MS = 200;

/** Shown while nothing of a page is there yet. */
export const WaitingPage = () => (
  <main>
    <Waiting />
  </main>
);

/** Shown while a part of a page loads. Empty at first, so that a fast line shows nothing. */
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
