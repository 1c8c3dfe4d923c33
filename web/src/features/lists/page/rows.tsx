import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedRow } from '../../../../../shared/contract/list-rows.ts';
import type { ListDetail } from '../../../../../shared/contract/lists.ts';
import { LIST_STATUS } from '../../../../../shared/model/list-status.ts';
import { SAMPLE_LIST } from '../../../../../shared/model/sample-list.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Menu } from '../../../ui/popup/menu.tsx';
import { Fact, FactList } from '../../../ui/table/fact-list.tsx';
import { Corrections } from '../upload/corrections.tsx';
import { RowFilters } from './row-filters.tsx';
import { type Columns, Marked } from './row-line.tsx';
import { RowsTable } from './rows-table.tsx';
import styles from './rows.module.css';
import { useListView } from './use-list-view.ts';
import {
  answered,
  isCounted,
  type Rows as Loaded,
  useCountedRows,
  useFoundRows,
} from './use-rows.ts';

/** There is no room for more columns of the file. */
const MAX_OWN = 3;

interface Props {
  list: ListDetail;
  explain: (row: ListedRow) => ReactNode;
}

export function Rows({ list, explain }: Props) {
  const { t } = useTranslation();
  const { filter, own } = useListView();
  const { status, reason, only } = filter;
  const advised = status === 'deliverable' ? undefined : status;
  const [opened, setOpened] = useState(false);
  const counted = isCounted({ list, filter });
  const isFinished = list.status === LIST_STATUS.finished;
  // Previously found pages are not requested again.
  const isAsked = isFinished && (opened || own.length > 0 || !counted);
  const asked = { list, filter, with: isAsked ? ('cells' as const) : undefined };
  const Kind = counted ? CountedRows : FoundRows;
  return (
    <>
      <RowFilters list={list} />
      {(reason || advised) && (
        <p>
          {reason ? t(`verdict.explain.${reason}`) : advised && t(`list.rows.advice.${advised}`)}
        </p>
      )}
      {only === 'suggested' && isFinished && list.id !== SAMPLE_LIST && <Corrections list={list} />}
      <Kind
        // A new filter starts at its first row, with nothing expanded.
        key={JSON.stringify([list.status, list.expires_at, filter])}
        asked={asked}
        explain={explain}
        onOpen={() => setOpened(true)}
      />
    </>
  );
}

interface KindProps extends Pick<Props, 'explain'> {
  asked: Parameters<typeof isCounted>[0];
  /** Called when a row is expanded, which shows its cells. */
  onOpen: () => void;
}

const CountedRows = (props: KindProps) => (
  <LoadedRows rows={useCountedRows(props.asked)} {...props} />
);
const FoundRows = (props: KindProps) => <LoadedRows rows={useFoundRows(props.asked)} {...props} />;

function LoadedRows({ rows, asked, explain, onOpen }: KindProps & { rows: Loaded }) {
  const { t } = useTranslation();
  const { own } = useListView();
  const { header, count, total, found, isPending, isLooking, mayGrow, failure, refetch } = rows;
  const distinct = answered(asked);
  const shown = own.filter((at) => isPending || at < header.length).slice(0, MAX_OWN);
  const columns = { header, own: shown, q: asked.filter.q };
  return (
    <>
      <div aria-busy={isPending} className={`between muted ${styles.state}`}>
        <p role="status">
          {isPending
            ? t('common.loading')
            : t(total === undefined ? 'list.rows.soFar' : 'list.rows.total', { count: found })}{' '}
          {total !== undefined &&
            distinct !== undefined &&
            distinct < total &&
            t('list.rows.distinct', { figure: distinct })}
          {isLooking && t('list.rows.looking')}
        </p>
        {mayGrow && (
          <Button variant="quiet" onClick={refetch}>
            {t('list.rows.more')}
          </Button>
        )}
        {header.length > 0 && <Chooser {...columns} />}
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
              {header.length > 0 && <OwnCells {...columns} cells={row.cells} onOpen={onOpen} />}
            </>
          )}
        />
      )}
    </>
  );
}

function Chooser({ header, own }: Columns) {
  const { t } = useTranslation();
  const { show } = useListView();
  const toggle = (at: number): void => {
    const next = own.includes(at) ? own.filter((each) => each !== at) : [...own, at];
    show({ columns: next.toSorted((a, b) => a - b).join() || undefined }, { replace: true });
  };
  return (
    <div className={styles.chooser}>
      <Menu
        labelled
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

function OwnCells({
  header,
  q,
  cells,
  onOpen,
}: Columns & Pick<ListedRow, 'cells'> & Pick<KindProps, 'onOpen'>) {
  useEffect(onOpen, [onOpen]);
  return (
    <div className={styles.cells}>
      <FactList>
        {header.map((name, at) => (
          <Fact key={at} label={name}>
            <Marked text={cells?.[at] ?? ''} q={q} />
          </Fact>
        ))}
      </FactList>
    </div>
  );
}
