import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { UsageRow } from '../../../../shared/contract/usage.ts';
import { useFormat } from '../../lib/use-format.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { sumsByList, sumsByClient } from './sums.ts';
import styles from './usage.module.css';
import { useUsageTexts } from './use-usage-texts.ts';

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
        { label: t('usage.by'), cell: (row) => meansOf(row.by) },
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
        { label: t('usage.by'), heading: true, cell: (row) => meansOf(row.by) },
        { label: t('usage.usedByLists'), numeric: true, cell: (row) => row.byLists },
        { label: t('usage.usedByChecks'), numeric: true, cell: (row) => row.byChecks },
        { label: t('usage.together'), numeric: true, cell: (row) => row.byLists + row.byChecks },
      ]}
      rows={props.rows && sumsByClient(props.rows)}
      keyOf={(row) => row.by ?? ''}
      empty={t('usage.emptyKey')}
    >
      {props.rows?.some(({ type, by }) => type === 'list' && by === null) && (
        <p className="muted">{t('usage.means.noneText')}</p>
      )}
    </Pages>
  );
}
