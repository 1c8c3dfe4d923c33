import { lazy, Suspense, useState } from 'react';
import type { ListRow } from '../../../../../shared/contract/lists.ts';
import styles from './lists-table.module.css';

/** Most visits open no details, so their code is loaded by the first that does. */
const ListDetails = lazy(async () => ({
  default: (await import('./details/list-details.tsx')).ListDetails,
}));

/** The name of a list, which opens its details. */
export function ListName({ row }: { row: ListRow }) {
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
