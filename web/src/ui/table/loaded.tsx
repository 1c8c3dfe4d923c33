import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import styles from './loaded.module.css';

interface Props {
  query: UseQueryResult<unknown, unknown>;
  /** Error message to show if loading failed and there is no data. */
  failed: string;
  children: ReactNode;
}

/** Shows its children or, if loading failed, an error message with a button to retry. */
export function QueryContent({ query, failed, children }: Props) {
  const { t } = useTranslation();
  const hasData = query.data !== undefined && !query.isPlaceholderData;
  // Not `isError`, which React Query resets when it retries a query without data.
  if (query.errorUpdateCount === 0 || hasData) return children;
  return (
    <div className={styles.failed} role="alert">
      <p>{failed}</p>
      <Button busy={query.isFetching} onClick={() => void query.refetch()}>
        {t('common.retry')}
      </Button>
    </div>
  );
}
