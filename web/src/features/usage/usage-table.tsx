import { useTranslation } from 'react-i18next';
import type { UsageRow } from '../../../../shared/contract/usage.ts';
import { useFormat } from '../../lib/use-format.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { byList, byMeans } from './sums.ts';
import styles from './usage.module.css';
import { useWords } from './use-words.ts';

const PAGE_SIZE = 50;

interface Props {
  /** All of a month; undefined while they are loading. */
  rows: readonly UsageRow[] | undefined;
  page: number;
  hrefOf: (page: number) => string;
}

/** A page of what is at hand as a whole. */
function usePages<Row>(all: readonly Row[] | undefined, { page, hrefOf }: Props) {
  const { t } = useTranslation();
  const last = Math.max(1, Math.ceil((all?.length ?? 0) / PAGE_SIZE));
  return {
    rows: all?.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    pager: <Pager label={t('usage.pages')} current={page} last={last} hrefOf={hrefOf} />,
  };
}

export function DayTable(props: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { topicOf, detailsOf } = useWords();
  const { rows, pager } = usePages(props.rows, props);
  return (
    <>
      <DataTable
        caption={t('usage.captionDay')}
        columns={[
          {
            name: 'date',
            label: t('usage.date'),
            cell: (row) => <time dateTime={row.day}>{format.day(row.day)}</time>,
          },
          {
            name: 'what',
            label: t('usage.what'),
            heading: true,
            cell: (row) => (
              <>
                {topicOf(row)}
                <span className={`muted ${styles.details}`}>{detailsOf(row)}</span>
              </>
            ),
          },
          {
            name: 'change',
            label: t('usage.change'),
            numeric: true,
            cell: (row) => format.signed(row.change),
          },
        ]}
        rows={rows}
        keyOf={(_, place) => place}
        empty={t('usage.empty')}
        descending="date"
      />
      {pager}
    </>
  );
}

export function ListTable(props: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { meansOf } = useWords();
  const { rows, pager } = usePages(props.rows && byList(props.rows), props);
  return (
    <>
      <DataTable
        caption={t('usage.captionList')}
        columns={[
          {
            name: 'list',
            label: t('usage.list'),
            heading: true,
            cell: (row) => row.file_name ?? t('usage.topic.list'),
          },
          { name: 'by', label: t('usage.by'), cell: (row) => meansOf(row.by) },
          {
            name: 'used',
            label: t('usage.used'),
            numeric: true,
            cell: (row) => format.number(row.charged),
          },
          {
            name: 'returned',
            label: t('usage.returned'),
            numeric: true,
            cell: (row) => format.number(row.returned),
          },
        ]}
        rows={rows}
        keyOf={(row) => String(row.file_id)}
        empty={t('usage.emptyList')}
      />
      {pager}
    </>
  );
}

export function KeyTable(props: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { meansOf } = useWords();
  const { rows, pager } = usePages(props.rows && byMeans(props.rows), props);
  return (
    <>
      <DataTable
        caption={t('usage.captionKey')}
        columns={[
          {
            name: 'by',
            label: t('usage.by'),
            heading: true,
            cell: (row) => meansOf(row.by),
          },
          {
            name: 'lists',
            label: t('usage.usedByLists'),
            numeric: true,
            cell: (row) => format.number(row.byLists),
          },
          {
            name: 'checks',
            label: t('usage.usedByChecks'),
            numeric: true,
            cell: (row) => format.number(row.byChecks),
          },
          {
            name: 'together',
            label: t('usage.together'),
            numeric: true,
            cell: (row) => format.number(row.byLists + row.byChecks),
          },
        ]}
        rows={rows}
        keyOf={(row) => row.by ?? ''}
        empty={t('usage.emptyKey')}
      />
      {props.rows?.some(({ type, by }) => type === 'list' && by === null) && (
        <p className="muted">{t('usage.means.noneText')}</p>
      )}
      {pager}
    </>
  );
}
