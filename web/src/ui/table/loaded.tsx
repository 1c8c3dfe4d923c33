import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import styles from './loaded.module.css';

interface Props {
  query: UseQueryResult<unknown, unknown>;
  /** What could not be loaded, and what is kept. */
  failed: string;
  children: ReactNode;
}

/** The content that a query loads or, where it did not load, a button that tries again. */
export function Loaded({ query, failed, children }: Props) {
  const { t } = useTranslation();
  const isThere = query.data !== undefined && !query.isPlaceholderData;
  // Not `isError`: without data, a further try is no error any more.
  if (query.errorUpdateCount === 0 || isThere) return children;
  return (
    <div className={styles.failed} role="alert">
      <p>{failed}</p>
      <Button busy={query.isFetching} onClick={() => void query.refetch()}>
        {t('common.retry')}
      </Button>
    </div>
  );
}
