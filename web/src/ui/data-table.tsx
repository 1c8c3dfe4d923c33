import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './data-table.module.css';

const SKELETON_ROWS = 4;

export interface Column<Row> {
  name: string;
  label: string;
  /** Numbers stand at the right, one below the other. */
  numeric?: boolean;
  /** What the row is called: the first line of its card on a narrow screen. */
  heading?: boolean;
  /** The row's action; its label is for screen readers. */
  action?: boolean;
  cell: (row: Row) => ReactNode;
}

interface Props<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined while they are loading. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row, place: number) => string | number;
  /** Shown when there are no rows. */
  empty: ReactNode;
  /** The column by which the rows are sorted, newest or last first. */
  descending?: string;
}

/** A table of one page of rows; on a narrow screen each row is a card. */
export function DataTable<Row>(props: Props<Row>) {
  const { caption, columns, rows, descending } = props;
  const { t } = useTranslation();
  return (
    <div className={styles.wrapper}>
      <table className={styles.table} aria-busy={rows === undefined}>
        <caption className="hidden">{rows === undefined ? t('common.loading') : caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                className={classOf(column)}
                aria-sort={column.name === descending ? 'descending' : undefined}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Body {...props} />
        </tbody>
      </table>
    </div>
  );
}

function Body<Row>({ columns, rows, keyOf, empty }: Props<Row>): ReactNode {
  if (rows === undefined)
    return Array.from({ length: SKELETON_ROWS }, (_, row) => (
      <tr key={row}>
        {columns.map(({ name }) => (
          <td key={name}>
            <span className={styles.block} />
          </td>
        ))}
      </tr>
    ));
  if (rows.length === 0)
    return (
      <tr>
        <td colSpan={columns.length} className={styles.full}>
          {empty}
        </td>
      </tr>
    );
  return rows.map((row, place) => (
    <tr key={keyOf(row, place)}>
      {columns.map((column) =>
        column.heading ? (
          <th key={column.name} scope="row" className={classOf(column)}>
            {column.cell(row)}
          </th>
        ) : (
          <td
            key={column.name}
            className={classOf(column)}
            data-label={column.action ? undefined : column.label}
          >
            {column.cell(row)}
          </td>
        ),
      )}
    </tr>
  ));
}

const classOf = <Row,>({ numeric, heading, action }: Column<Row>): string | undefined =>
  (numeric && styles.numeric) ||
  (heading && styles.heading) ||
  (action && styles.action) ||
  undefined;
