import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './table.module.css';

const SKELETON_ROWS = 4;

interface Props {
  className?: string | undefined;
  caption: string;
  captionRef?: RefObject<HTMLTableCaptionElement | null>;
  columns: readonly {
    label: string;
    className?: string | undefined;
    sorted?: 'ascending' | 'descending' | undefined;
  }[];
  /** Undefined while loading. */
  rows: readonly ReactNode[] | undefined;
  empty: ReactNode;
  lastRow?: ReactNode;
}

/** A table with a heading row. While `rows` is empty, `empty` is shown below the headings. */
export function Table({
  className = '',
  caption,
  captionRef,
  columns,
  rows,
  empty,
  lastRow,
}: Props) {
  const { t } = useTranslation();
  return (
    <div className={`${styles.wrapper} ${className}`}>
      <table className={styles.table} aria-busy={rows === undefined}>
        <caption ref={captionRef} tabIndex={captionRef && -1} className="hidden">
          {rows === undefined ? t('common.loading') : caption}
        </caption>
        <thead>
          <tr>
            {columns.map(({ label, className: kind, sorted }) => (
              <th key={label} scope="col" className={kind} aria-sort={sorted}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined &&
            Array.from({ length: SKELETON_ROWS }, (_, row) => (
              <tr key={row}>
                {columns.map(({ label }) => (
                  <td key={label}>
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
          {lastRow}
        </tbody>
      </table>
    </div>
  );
}
