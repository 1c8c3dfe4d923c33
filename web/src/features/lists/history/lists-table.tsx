import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListRow as Row } from '../../../../../shared/contract/lists.ts';
import { ListRow } from './list-row.tsx';
import styles from './lists-table.module.css';
import { useDeleting } from './use-delete-list.ts';

const SKELETON_ROWS = 4;
const columns = [
  'id',
  'name',
  'created',
  'start',
  'end',
  'total',
  'valid',
  'result',
  'action',
] as const;

interface Props {
  /** Undefined while they are loading. */
  rows: readonly Row[] | undefined;
  /** Shown when there are no rows. */
  empty: ReactNode;
}

/** The history as a table; on a narrow screen each row is a card. */
export function ListsTable({ rows, empty }: Props) {
  const { t } = useTranslation();
  const caption = useRef<HTMLTableCaptionElement>(null);
  const deleting = useDeleting();

  const body = (): ReactNode => {
    if (rows === undefined) return skeleton;
    if (rows.length === 0) return <FullRow>{empty}</FullRow>;
    return rows.map((row) => (
      <ListRow key={row.id} row={row} deleting={deleting.has(row.id)} fallback={caption} />
    ));
  };

  return (
    <div className={styles.wrapper}>
      <table className={styles.table} aria-busy={rows === undefined}>
        <caption ref={caption} tabIndex={-1} className="hidden">
          {rows === undefined ? t('common.loading') : t('lists.caption')}
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className={styles[column]}
                aria-sort={column === 'created' ? 'descending' : undefined}
              >
                {t(`lists.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{body()}</tbody>
      </table>
    </div>
  );
}

const skeleton = Array.from({ length: SKELETON_ROWS }, (_, row) => (
  <tr key={row}>
    {columns.map((column) => (
      <td key={column}>
        <span className={styles.block} />
      </td>
    ))}
  </tr>
));

function FullRow({ children }: { children: ReactNode }) {
  return (
    <tr>
      <td colSpan={columns.length} className={styles.full}>
        {children}
      </td>
    </tr>
  );
}
