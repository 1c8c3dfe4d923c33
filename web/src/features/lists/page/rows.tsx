import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type ListedRow, MAX_CELLS } from '../../../../../shared/contract/list-rows.ts';
import type { ListDetail } from '../../../../../shared/contract/lists.ts';
import { useApi } from '../../../lib/api.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Menu } from '../../../ui/popup/menu.tsx';
import { Fact, FactList } from '../../../ui/table/fact-list.tsx';
import { Marked } from './marked.tsx';
import { RowFilters } from './row-filters.tsx';
import type { Columns } from './row-line.tsx';
import { RowsTable } from './rows-table.tsx';
import styles from './rows.module.css';
import { useListView } from './use-list-view.ts';
import {
  cellsQuery,
  isCounted,
  type Rows as Loaded,
  useCountedRows,
  useFoundRows,
} from './use-rows.ts';

/** For more columns of the file there is no room. */
const MAX_OWN = 3;

interface Props {
  list: ListDetail;
  explain: (row: ListedRow) => ReactNode;
}

/** The rows of a list, narrowed down by a filter. */
export function Rows({ list, explain }: Props) {
  const { filter, own } = useListView();
  const { q } = filter;
  const { data } = useQuery(cellsQuery(useApi(), list, 1));
  const header = data?.header?.slice(0, MAX_CELLS) ?? [];
  // Until their names are there, they have their places already.
  const shown = data ? own.filter((at) => at < header.length) : own;
  const asked = {
    list,
    filter,
    with: own.length > 0 || q ? ('cells' as const) : undefined,
  };
  const Kind = isCounted(asked) ? CountedRows : FoundRows;
  return (
    <>
      <RowFilters list={list} />
      <Kind
        // Another filter begins at its first row, with nothing opened.
        key={JSON.stringify([list.status, list.expires_at, filter])}
        asked={asked}
        columns={{ header, own: shown.slice(0, MAX_OWN), q }}
        explain={(row) => (
          <>
            {explain(row)}
            {row.row !== null && <OwnCells list={list} row={row.row} q={q} />}
          </>
        )}
      />
    </>
  );
}

type ShownProps = Pick<Props, 'explain'> & { columns: Columns };
type KindProps = ShownProps & { asked: Parameters<typeof isCounted>[0] };

const CountedRows = ({ asked, ...shown }: KindProps) => (
  <LoadedRows rows={useCountedRows(asked)} {...shown} />
);
const FoundRows = ({ asked, ...shown }: KindProps) => (
  <LoadedRows rows={useFoundRows(asked)} {...shown} />
);

function LoadedRows({ rows, columns, explain }: ShownProps & { rows: Loaded }) {
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
        {columns.header.length > 0 && <Chooser {...columns} />}
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
      {count > 0 && <RowsTable rows={rows} columns={columns} explain={explain} />}
    </>
  );
}

/** Shows columns of the file beside the addresses, and hides them. */
function Chooser({ header, own }: Columns) {
  const { t } = useTranslation();
  const { show } = useListView();
  const toggle = (at: number): void => {
    const next = own.includes(at) ? own.filter((each) => each !== at) : [...own, at];
    show({ columns: next.toSorted((a, b) => a - b).join() || undefined }, { replace: true });
  };
  return (
    <div className={styles.chooser}>
      <span aria-hidden="true">{t('list.rows.columns')}</span>
      <Menu
        label={t('list.rows.columns')}
        items={header.map((label, at) => ({
          name: String(at),
          label,
          ...(own.includes(at) && { note: t('list.rows.shown') }),
          disabled: !own.includes(at) && own.length === MAX_OWN,
          onChoose: () => toggle(at),
        }))}
      />
    </div>
  );
}

/** What the file says beside an address. */
function OwnCells({ list, row, q }: { list: ListDetail; row: number; q: string | undefined }) {
  const { data } = useQuery(cellsQuery(useApi(), list, row));
  const cells = data?.rows[0]?.cells ?? [];
  if (cells.length === 0) return null;
  return (
    <div className={styles.cells}>
      <FactList>
        {cells.map((cell, at) => (
          <Fact key={at} label={data?.header?.[at] ?? ''}>
            <Marked text={cell} q={q} />
          </Fact>
        ))}
      </FactList>
    </div>
  );
}
