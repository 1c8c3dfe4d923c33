import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListSummary as Row } from '../../../../../shared/contract/list-detail.ts';
import { useMay } from '../../../lib/me.ts';
import { Table } from '../../../ui/table/table.tsx';
import { ListHistoryRow } from './list-row.tsx';
import styles from './lists-table.module.css';
import type { ListsView } from '../row/queries.ts';
import { useDeletingListIds } from '../row/delete-button.tsx';

const columns = [
  'id',
  'name',
  'created',
  'start',
  'end',
  'total',
  'valid',
  'result',
  'action',
] as const;

const sortColumns: Readonly<Record<string, (typeof columns)[number]>> = {
  created_at: 'created',
  file_name: 'name',
  total_email: 'total',
  status: 'result',
};

interface Props {
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  sort: ListsView['sort'];
  empty: ReactNode;
  lastRow?: ReactNode;
}

export function ListsTable({ rows, sort, empty, lastRow }: Props) {
  const { t } = useTranslation();
  const caption = useRef<HTMLTableCaptionElement>(null);
  const deleting = useDeletingListIds();
  const may = useMay();
  const [field = '', direction] = sort.split(':');
  return (
    <Table
      className={styles.lists}
      caption={t('lists.caption')}
      captionRef={caption}
      columns={columns.slice(0, may('member') ? undefined : -1).map((name) => ({
        label: t(`lists.${name}`),
        className: styles[name],
        sorted:
          name !== sortColumns[field]
            ? undefined
            : direction === 'asc'
              ? 'ascending'
              : 'descending',
      }))}
      rows={rows?.map((row) => (
        <ListHistoryRow
          key={row.id}
          row={row}
          deleting={deleting.has(row.id)}
          {...(may('member') && { fallback: caption })}
        />
      ))}
      empty={empty}
      lastRow={lastRow}
    />
  );
}
