import { useEffect, useRef, useState } from 'react';
import type { ListSummary } from '../../../../../shared/contract/list-detail.ts';
import { LIST_STATUS } from '../../../../../shared/model/list-status.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { progressOf, statusViewOf } from './status-view.ts';

type Row = Pick<ListSummary, 'id' | 'status' | 'file_name' | 'total_email' | 'processed'>;

/**
 * Returns the title of the tab: the progress of the first running list or, if none is running, a
 * list that finished (✓) or stopped (!) while the tab was hidden, until the tab is shown again.
 */
export function useTabTitle(rows: readonly Row[] | undefined): string | undefined {
  const format = useFormat();
  const [ended, setEnded] = useState<string>();
  const runningIds = useRef<readonly Row['id'][]>([]);
  useEffect(() => {
    const row = rows?.find(
      (each) => !isListInProgress(each) && runningIds.current.includes(each.id),
    );
    if (row && document.visibilityState === 'hidden')
      setEnded(`${row.status === LIST_STATUS.finished ? '✓' : '!'} ${row.file_name}`);
    if (rows) runningIds.current = rows.filter(isListInProgress).map(({ id }) => id);
  }, [rows]);
  useEffect(() => {
    const onVisibilityChange = (): void => {
      if (document.visibilityState === 'visible') setEnded(undefined);
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => document.removeEventListener('visibilitychange', onVisibilityChange);
  }, []);
  const running = rows?.find(({ status }) => statusViewOf(status).progress);
  if (running) return `${format.percent(progressOf(running))} · ${running.file_name}`;
  return ended;
}

export const isListInProgress = ({ status }: Pick<Row, 'status'>): boolean =>
  statusViewOf(status).icon === 'ring';
