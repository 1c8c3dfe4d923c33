import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedRow, RowFilter } from '../../../../../shared/contract/list-rows.ts';
import type { ListDetail } from '../../../../../shared/contract/lists.ts';
import { Button } from '../../../ui/button/button.tsx';
import { RowFilters } from './row-filters.tsx';
import { RowsTable } from './rows-table.tsx';
import styles from './rows.module.css';
import { useListView } from './use-list-view.ts';
import { isCounted, type Rows as Loaded, useCountedRows, useFoundRows } from './use-rows.ts';

interface Props {
  list: ListDetail;
  explain: (row: ListedRow) => ReactNode;
}

/** The rows of a list, narrowed down by a filter. */
export function Rows({ list, explain }: Props) {
  const { filter } = useListView();
  const Kind = isCounted({ list, filter }) ? CountedRows : FoundRows;
  // Another filter begins at its first row, with nothing opened.
  const key = JSON.stringify([list.status, list.expires_at, filter]);
  return (
    <>
      <RowFilters list={list} />
      <Kind key={key} list={list} filter={filter} explain={explain} />
    </>
  );
}

type KindProps = Props & { filter: RowFilter };

const CountedRows = ({ list, filter, explain }: KindProps) => (
  <LoadedRows rows={useCountedRows({ list, filter })} q={filter.q} explain={explain} />
);
const FoundRows = ({ list, filter, explain }: KindProps) => (
  <LoadedRows rows={useFoundRows({ list, filter })} q={filter.q} explain={explain} />
);

function LoadedRows({
  rows,
  q,
  explain,
}: Pick<RowFilter, 'q'> & { rows: Loaded } & Pick<Props, 'explain'>) {
  const { t } = useTranslation();
  const { count, total, found, isPending, isLooking, mayGrow, failure, refetch } = rows;
  return (
    <>
      <div className={`between muted ${styles.state}`}>
        <p role="status">
          {isPending
            ? t('common.loading')
            : t(total === undefined ? 'list.rows.soFar' : 'list.rows.total', { count: found })}{' '}
          {isLooking && t('list.rows.looking')}
        </p>
        {mayGrow && (
          <Button variant="quiet" onClick={refetch}>
            {t('list.rows.more')}
          </Button>
        )}
      </div>
      {failure !== undefined && (
        <div role="alert" className={styles.failed}>
          <p>{t('list.rows.failed')}</p>
          <Button onClick={refetch}>{t('common.retry')}</Button>
        </div>
      )}
      {!isPending && count === 0 && failure === undefined && (
        <p className={styles.empty}>{t(mayGrow ? 'list.rows.emptyYet' : 'list.rows.empty')}</p>
      )}
      {count > 0 && <RowsTable rows={rows} q={q} explain={explain} />}
    </>
  );
}
