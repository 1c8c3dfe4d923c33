import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './table.module.css';

const SKELETON_ROWS = 4;

interface Props {
  className?: string | undefined;
  caption: string;
  captionRef?: RefObject<HTMLTableCaptionElement | null>;
  columns: readonly { name: string; label: string; className?: string | undefined }[];
  /** Undefined while they are loading. */
  rows: readonly ReactNode[] | undefined;
  empty: ReactNode;
  /** A row below all others. */
  last?: ReactNode;
  /** The column by which the rows are sorted, the smallest or the newest and largest first. */
  ascending?: string | undefined;
  descending?: string | undefined;
}

/** A table with its head. Until there are rows, something else stands in their place. */
export function Table(props: Props) {
  const {
    className = '',
    caption,
    captionRef,
    columns,
    rows,
    empty,
    last,
    ascending,
    descending,
  } = props;
  const { t } = useTranslation();
  const orderOf = (name: string) =>
    name === ascending ? 'ascending' : name === descending ? 'descending' : undefined;
  return (
    <div className={`${styles.wrapper} ${className}`}>
      <table className={styles.table} aria-busy={rows === undefined}>
        <caption ref={captionRef} tabIndex={captionRef && -1} className="hidden">
          {rows === undefined ? t('common.loading') : caption}
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                className={column.className}
                aria-sort={orderOf(column.name)}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined &&
            Array.from({ length: SKELETON_ROWS }, (_, row) => (
              <tr key={row}>
                {columns.map(({ name }) => (
                  <td key={name}>
                    <span className={styles.block} />
                  </td>
                ))}
              </tr>
            ))}
          {rows?.length === 0 && (
            <tr>
              <td colSpan={columns.length} className={styles.full}>
                {empty}
              </td>
            </tr>
          )}
          {rows}
          {last}
        </tbody>
      </table>
    </div>
  );
}
