import { memo, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath, Link } from 'react-router-dom';
import type { ListSummary as Row } from '../../../../../shared/contract/list-detail.ts';
import { LIST_STATUS } from '../../../../../shared/model/list-status.ts';
import { VERDICT_KINDS } from '../../../../../shared/model/verdict.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { CountUp } from '../row/count-up.tsx';
import { DeleteButton } from '../row/delete-button.tsx';
import { VerdictSlices } from '../row/result-bar.tsx';
import { ListResultCell, ListStatusCell } from './list-status.tsx';
import styles from './lists-table.module.css';
import { RenameButton } from '../row/rename-button.tsx';

/** Number of id characters shown: enough for support to identify a list. */
const SHORT_ID_LENGTH = 6;

interface Props {
  row: Row;
  deleting?: boolean;
  /** Element that gets the focus after a deletion if no other row is left. */
  fallback?: RefObject<HTMLElement | null>;
  /** Content that replaces the buttons for renaming and deleting. */
  action?: ReactNode;
}

/** Memoized: polling preserves the identity of unchanged rows, so they do not render again. */
export const ListHistoryRow = memo(function ListRow(props: Props) {
  const { row, deleting = false, fallback, action } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const moment = (iso: string | null): ReactNode =>
    iso === null ? <NoValue /> : <time dateTime={iso}>{format.moment(iso, row.created_at)}</time>;
  const finished = row.status === LIST_STATUS.finished;
  const [initialStatus] = useState(row.status);
  const justFinished = finished && initialStatus !== row.status;
  return (
    <tr
      className={deleting ? styles.deleting : justFinished ? styles.fresh : undefined}
      aria-busy={deleting || undefined}
    >
      <td className={styles.id} data-label={t('lists.id')}>
        <code title={row.id}>{row.id.slice(-SHORT_ID_LENGTH)}</code>
      </td>
      <th scope="row" className={styles.name}>
        <Link className={styles.open} to={generatePath(paths.list, { id: row.id })}>
          {row.file_name}
        </Link>
        {row.processed > 0 && <RowBar row={row} />}
      </th>
      <td className={styles.created} data-label={t('lists.created')}>
        <time dateTime={row.created_at}>{format.date(row.created_at)}</time>
      </td>
      <td className={styles.start} data-label={t('lists.start')}>
        {moment(row.start_date)}
      </td>
      <td className={styles.end} data-label={t('lists.end')}>
        {moment(row.end_date)}
      </td>
      <td className={styles.total} data-label={t('lists.total')}>
        {row.total_email === 0 ? <NoValue /> : format.number(row.total_email)}
      </td>
      <td className={styles.valid} data-label={t('lists.valid')}>
        {finished ? <CountUp value={row.valid} from={justFinished ? 0 : undefined} /> : <NoValue />}
      </td>
      <td className={styles.result}>
        {finished ? <ListResultCell row={row} /> : <ListStatusCell row={row} />}
      </td>
      {(action || fallback) && (
        <td className={styles.action}>
          {action}
          {fallback && (
            <>
              <RenameButton row={row} />
              <DeleteButton row={row} deleting={deleting} fallback={fallback} />
            </>
          )}
        </td>
      )}
    </tr>
  );
});

function RowBar({ row }: { row: Row }) {
  const { t } = useTranslation();
  const format = useFormat();
  const labels = VERDICT_KINDS.map(
    (name) => `${t(`lists.details.part.${name}`)} ${format.number(row[name])}`,
  );
  return (
    <svg className={styles.bar} role="img" aria-label={labels.join(', ')}>
      <VerdictSlices counts={row} remaining={row.total_email - row.processed} />
    </svg>
  );
}

function NoValue() {
  const { t } = useTranslation();
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="hidden">{t('lists.none')}</span>
    </>
  );
}
