import { memo, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListRow as Row } from '../../../../../shared/contract/lists.ts';
import { LIST_STATUS } from '../../../../../shared/model/list-status.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { DeleteButton } from './delete-button.tsx';
import { ListName } from './list-name.tsx';
import { ListResult } from './list-result.tsx';
import { ListStatus } from './list-status.tsx';
import styles from './lists-table.module.css';

/** Enough characters of the id to name a list to the support. */
const SHORT_ID = 6;

interface Props {
  row: Row;
  /** The list is being deleted. */
  deleting: boolean;
  /** Gets the focus after the last list was deleted. */
  fallback: RefObject<HTMLElement | null>;
}

/** A poll keeps the rows that have not changed, and these are not rendered again. */
export const ListRow = memo(function ListRow({ row, deleting, fallback }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const moment = (iso: string | null): ReactNode =>
    iso === null ? <None /> : <time dateTime={iso}>{format.moment(iso, row.created_at)}</time>;
  const finished = row.status === LIST_STATUS.finished;
  const [atFirst] = useState(row.status);
  const fresh = finished && atFirst !== row.status;
  return (
    <tr
      className={deleting ? styles.deleting : fresh ? styles.fresh : undefined}
      aria-busy={deleting || undefined}
    >
      <td className={styles.id} data-label={t('lists.id')}>
        <code title={row.id}>{row.id.slice(-SHORT_ID)}</code>
      </td>
      <th scope="row" className={styles.name}>
        <ListName row={row} />
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
        {row.total_email === 0 ? <None /> : format.number(row.total_email)}
      </td>
      <td className={styles.valid} data-label={t('lists.valid')}>
        {finished ? format.number(row.valid) : <None />}
      </td>
      <td className={styles.result}>
        {finished ? <ListResult row={row} /> : <ListStatus row={row} />}
      </td>
      <td className={styles.action}>
        <DeleteButton row={row} deleting={deleting} fallback={fallback} />
      </td>
    </tr>
  );
});

function None() {
  const { t } = useTranslation();
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="hidden">{t('lists.none')}</span>
    </>
  );
}
