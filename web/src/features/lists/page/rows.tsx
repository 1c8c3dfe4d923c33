import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedRow } from '../../../../../shared/contract/list-rows.ts';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import { LIST_STATUS } from '../../../../../shared/model/list-status.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Menu } from '../../../ui/popup/menu.tsx';
import { Fact, FactList } from '../../../ui/table/fact-list.tsx';
import { useDownload } from '../row/download.tsx';
import { loadFileOptions } from './file-options.tsx';
import { RowFilters } from './row-filters.tsx';
import { type RowColumns, HighlightedText } from './row-line.tsx';
import { RowsTable } from './rows-table.tsx';
import styles from './rows.module.css';
import { useListView } from './use-list-view.ts';
import {
  countVerified,
  hasIndex,
  type RowsResult as Loaded,
  useIndexedRows,
  useSequentialRows,
} from './use-rows.ts';

/** Maximum number of file columns for which there is room. */
const MAX_FILE_COLUMNS = 3;

interface Props {
  list: ListDetail;
  explain: (row: ListedRow) => ReactNode;
}

export function ListRowsView({ list, explain }: Props) {
  const { t } = useTranslation();
  const { filter, own } = useListView();
  const { status, reason } = filter;
  const advisedStatus = status === 'deliverable' ? undefined : status;
  const [opened, setOpened] = useState(false);
  const isIndexed = hasIndex({ list, filter });
  const isFinished = list.status === LIST_STATUS.finished;
  // For filters without an index, always load cells, because a search may have matched them.
  // Otherwise, load them only if they are shown, so that pages cached without cells can be used.
  const needsCells = isFinished && (opened || own.length > 0 || !isIndexed);
  const rowQuery = { list, filter, with: needsCells ? ('cells' as const) : undefined };
  const RowsComponent = isIndexed ? IndexedRows : SequentialRows;
  return (
    <>
      <RowFilters list={list} />
      {(reason || advisedStatus) && (
        <p>
          {reason
            ? t(`verdict.explain.${reason}`)
            : advisedStatus && t(`list.rows.advice.${advisedStatus}`)}
        </p>
      )}
      <RowsComponent
        // Remount for a new filter, so that the table starts at its first row.
        key={JSON.stringify([list.status, list.expires_at, filter])}
        rowQuery={rowQuery}
        explain={explain}
        onOpen={() => setOpened(true)}
      />
    </>
  );
}

interface KindProps extends Pick<Props, 'explain'> {
  rowQuery: Parameters<typeof hasIndex>[0];
  /** Called when a row is expanded, which then shows its cells. */
  onOpen: () => void;
}

const IndexedRows = (props: KindProps) => (
  <LoadedRows rows={useIndexedRows(props.rowQuery)} {...props} />
);
const SequentialRows = (props: KindProps) => (
  <LoadedRows rows={useSequentialRows(props.rowQuery)} {...props} />
);

function LoadedRows({ rows, rowQuery, explain, onOpen }: KindProps & { rows: Loaded }) {
  const { t } = useTranslation();
  const { own } = useListView();
  const { header, count, total, found, isPending, isSearching, mayGrow, failure, refetch } = rows;
  const distinct = countVerified(rowQuery);
  const visibleColumns = own
    .filter((at) => isPending || at < header.length)
    .slice(0, MAX_FILE_COLUMNS);
  const columns = { header, own: visibleColumns, q: rowQuery.filter.q };
  return (
    <>
      <div aria-busy={isPending} className={`between muted ${styles.state}`}>
        <p role="status">
          {isPending
            ? t('common.loading')
            : t(total === undefined ? 'list.rows.soFar' : 'list.rows.total', { count: found })}{' '}
          {!isPending &&
            distinct !== undefined &&
            distinct !== found &&
            t('list.rows.distinct', { figure: distinct })}
          {isSearching && ` · ${t('list.rows.looking')}`}
        </p>
        {mayGrow && (
          <Button variant="quiet" onClick={refetch}>
            {t('list.rows.more')}
          </Button>
        )}
        {!mayGrow && count > 0 && <DownloadRows {...rowQuery} />}
        {header.length > 0 && <ColumnMenu {...columns} />}
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
      {count > 0 && (
        <RowsTable
          rows={rows}
          columns={columns}
          explain={(row) => (
            <>
              {explain(row)}
              {header.length > 0 && <FileCells {...columns} cells={row.cells} onOpen={onOpen} />}
            </>
          )}
        />
      )}
    </>
  );
}

/** Downloads the rows that are shown, in the format and with the columns of the last file. */
function DownloadRows({ list, filter }: KindProps['rowQuery']) {
  const { t } = useTranslation();
  const download = useDownload(list);
  return (
    <Button
      variant="quiet"
      icon="tray"
      busy={download.isPending}
      onClick={() => download.mutate({ ...filter, type: 'all', ...loadFileOptions(list) })}
    >
      {t('list.rows.download')}
    </Button>
  );
}

function ColumnMenu({ header, own }: RowColumns) {
  const { t } = useTranslation();
  const { show } = useListView();
  const toggle = (at: number): void => {
    const next = own.includes(at) ? own.filter((each) => each !== at) : [...own, at];
    show({ columns: next.toSorted((a, b) => a - b).join() || undefined }, { replace: true });
  };
  return (
    <div className={styles.chooser}>
      <Menu
        labeled
        label={t('list.rows.columns')}
        items={header.map((label, at) => ({
          name: String(at),
          label,
          ...(own.includes(at) && { note: t('list.rows.shown') }),
          disabled: !own.includes(at) && own.length === MAX_FILE_COLUMNS,
          onChoose: () => toggle(at),
        }))}
      />
    </div>
  );
}

function FileCells({
  header,
  q,
  cells,
  onOpen,
}: RowColumns & Pick<ListedRow, 'cells'> & Pick<KindProps, 'onOpen'>) {
  useEffect(onOpen, [onOpen]);
  return (
    <div className={styles.cells}>
      <FactList>
        {header.map((name, at) => (
          <Fact key={at} label={name}>
            <HighlightedText text={cells?.[at] ?? ''} q={q} />
          </Fact>
        ))}
      </FactList>
    </div>
  );
}
