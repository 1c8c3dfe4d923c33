import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { UsageRow } from '../../../../shared/contract/usage.ts';
import { useFormat } from '../../lib/use-format.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import styles from './usage.module.css';
import { useUsageTexts } from './use-usage-texts.ts';

interface ListSum extends Pick<UsageRow, 'file_id' | 'file_name' | 'by' | 'person'> {
  charged: number;
  returned: number;
}

/** Credits used by one client: a person or the web app, an API key, or an unknown client. */
interface ClientSum extends Pick<UsageRow, 'by' | 'person'> {
  byLists: number;
  byChecks: number;
}

/** Returns the sums per list, in the order in which the lists first occur. */
export function sumsByList(rows: readonly UsageRow[]): ListSum[] {
  const sums = new Map<string, ListSum>();
  for (const { type, file_id, file_name, by, person, charged, returned, added } of rows) {
    if (file_id === null) continue;
    const sum = sums.get(file_id) ?? { file_id, file_name, by, person, charged: 0, returned: 0 };
    sum.charged += charged;
    // A replacement counts as returned credits.
    sum.returned += type === 'replacement' ? added : returned;
    sums.set(file_id, sum);
  }
  return [...sums.values()];
}

export function sumsByClient(rows: readonly UsageRow[]): ClientSum[] {
  const sums = new Map<string | null, ClientSum>();
  for (const { type, by, person, charged } of rows) {
    if (type !== 'list' && type !== 'checks') continue;
    const client = person?.id ?? by;
    const sum = sums.get(client) ?? { by, person, byLists: 0, byChecks: 0 };
    sum[type === 'list' ? 'byLists' : 'byChecks'] += charged;
    sums.set(client, sum);
  }
  const used = ({ byLists, byChecks }: ClientSum): number => byLists + byChecks;
  return [...sums.values()].toSorted((a, b) => used(b) - used(a));
}

const PAGE_SIZE = 50;

interface Props {
  /** All rows of the month, each with the balance after it; undefined while loading. */
  rows: readonly (UsageRow & { balance: number })[] | undefined;
  page: number;
  hrefOf: (page: number) => string;
}

interface PagesProps<Row> extends Omit<Props, 'rows'>, ComponentProps<typeof DataTable<Row>> {
  children?: ReactNode;
}

function Pages<Row>({ page, hrefOf, rows, children, ...table }: PagesProps<Row>) {
  const { t } = useTranslation();
  const last = Math.max(1, Math.ceil((rows?.length ?? 0) / PAGE_SIZE));
  return (
    <>
      <DataTable {...table} rows={rows?.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)} />
      {children}
      <Pager label={t('usage.pages')} current={page} last={last} hrefOf={hrefOf} />
    </>
  );
}

export function UsageByDayTable(props: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { topicOf, detailsOf } = useUsageTexts();
  return (
    <Pages
      {...props}
      caption={t('usage.captionDay')}
      columns={[
        {
          label: t('usage.date'),
          sorted: 'descending',
          cell: ({ day, at }) => (
            <time dateTime={at ?? day} className={styles.date}>
              {format.day(day)}
              {at !== null && (
                <span className={`muted ${styles.details}`}>{format.utcTime(at)}</span>
              )}
            </time>
          ),
        },
        {
          label: t('usage.what'),
          heading: true,
          cell: (row) => (
            <>
              {topicOf(row)}
              <span className={`muted ${styles.details}`}>{detailsOf(row)}</span>
            </>
          ),
        },
        { label: t('usage.change'), numeric: true, cell: (row) => format.signed(row.change) },
        { label: t('usage.balance'), numeric: true, cell: (row) => row.balance },
      ]}
      keyOf={(_, index) => index}
      empty={t('usage.empty')}
    />
  );
}

export function UsageByListTable(props: Props) {
  const { t } = useTranslation();
  const { meansOf } = useUsageTexts();
  return (
    <Pages
      {...props}
      caption={t('usage.captionList')}
      columns={[
        {
          label: t('layout.dashboard.list'),
          heading: true,
          cell: (row) => row.file_name ?? t('usage.topic.list'),
        },
        { label: t('usage.by'), cell: (row) => meansOf(row) },
        { label: t('usage.used'), numeric: true, cell: (row) => row.charged },
        { label: t('usage.returned'), numeric: true, cell: (row) => row.returned },
      ]}
      rows={props.rows && sumsByList(props.rows)}
      keyOf={(row) => String(row.file_id)}
      empty={t('usage.emptyList')}
    />
  );
}

export function UsageByKeyTable(props: Props) {
  const { t } = useTranslation();
  const { meansOf } = useUsageTexts();
  return (
    <Pages
      {...props}
      caption={t('usage.captionKey')}
      columns={[
        { label: t('usage.by'), heading: true, cell: (row) => meansOf(row) },
        { label: t('usage.usedByLists'), numeric: true, cell: (row) => row.byLists },
        { label: t('usage.usedByChecks'), numeric: true, cell: (row) => row.byChecks },
        { label: t('usage.together'), numeric: true, cell: (row) => row.byLists + row.byChecks },
      ]}
      rows={props.rows && sumsByClient(props.rows)}
      keyOf={(row) => row.person?.id ?? row.by ?? ''}
      empty={t('usage.emptyKey')}
    >
      {props.rows?.some(({ type, by }) => type === 'list' && by === null) && (
        <p className="muted">{t('usage.means.noneText')}</p>
      )}
    </Pages>
  );
}
