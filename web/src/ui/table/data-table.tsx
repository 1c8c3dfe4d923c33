import type { ComponentProps, ReactNode } from 'react';
import { useFormat } from '../../lib/use-format.ts';
import styles from './table.module.css';
import { Table } from './table.tsx';

interface Column<Row> {
  /** Heading of the column; must be unique within the table. */
  label: string;
  /** Whether the column contains numbers, which are right-aligned. */
  numeric?: boolean;
  /** Whether the column names the row. On a narrow screen, it is the first line of the card. */
  heading?: boolean;
  /** Whether the column contains text that needs the whole width of a card. */
  wide?: boolean;
  /** Whether the column contains actions; its label is then only for screen readers. */
  action?: boolean;
  sorted?: 'descending';
  /** Content of a cell; numbers are formatted. `index` is the row's index on its page, from 0. */
  cell: (row: Row, index: number) => ReactNode;
}

interface Props<Row> extends Pick<ComponentProps<typeof Table>, 'caption' | 'empty'> {
  columns: readonly Column<Row>[];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row, index: number) => string | number;
}

/** A table with one page of rows. On a narrow screen, each row is shown as a card. */
export function DataTable<Row>({ columns, rows, keyOf, ...frame }: Props<Row>) {
  const { number } = useFormat();
  return (
    <Table
      {...frame}
      columns={columns.map((column) => ({ ...column, className: classOf(column) }))}
      rows={rows?.map((row, index) => (
        <tr key={keyOf(row, index)}>
          {columns.map((column) => {
            const { label, heading, action, cell } = column;
            const Cell = heading ? 'th' : 'td';
            const content = cell(row, index);
            return (
              <Cell
                key={label}
                scope={heading ? 'row' : undefined}
                className={classOf(column)}
                data-label={heading || action ? undefined : label}
              >
                {typeof content === 'number' ? number(content) : content}
              </Cell>
            );
          })}
        </tr>
      ))}
    />
  );
}

const classOf = <Row,>({ numeric, heading, wide, action }: Column<Row>): string | undefined =>
  (numeric && styles.numeric) ||
  (heading && styles.heading) ||
  (wide && styles.wide) ||
  (action && styles.action) ||
  undefined;
