import { lazy, memo, Suspense, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListRow as Row } from '../../../../../shared/contract/lists.ts';
import { LIST_STATUS } from '../../../../../shared/model/list-status.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { DeleteButton } from './delete-button.tsx';
import { ListResult, ListStatus } from './list-status.tsx';
import styles from './lists-table.module.css';

/** Most visits open no details, so their code is loaded by the first that does. */
const ListDetails = lazy(async () => ({
  default: (await import('./details/list-details.tsx')).ListDetails,
}));

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

/** The name of a list, which opens its details. */
function ListName({ row }: { row: Row }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.open}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {row.file_name}
      </button>
      {open && (
        <Suspense>
          <ListDetails row={row} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function None() {
  const { t } = useTranslation();
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="hidden">{t('lists.none')}</span>
    </>
  );
}
