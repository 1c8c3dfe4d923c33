import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Ring } from '../ui/ring.tsx';
import styles from './waiting.module.css';

const PATIENCE_MS = 200;

/** A page on its way. Says so only when it takes long enough to wonder. */
export function Waiting() {
  const { t } = useTranslation();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.waiting} role="status">
      {late && (
        <>
          <Ring size={24} />
          <span className="hidden">{t('common.loading')}</span>
        </>
      )}
    </div>
  );
}
