import { type ComponentProps, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { DataTable } from '../table/data-table.tsx';
import styles from './chart.module.css';
import { ChartBody } from './chart-body.tsx';

interface Series {
  kind: 'bars' | 'line';
  title: string;
  /** Names of the two parts of a bar; omitted if the bars have no parts. */
  parts?: readonly string[];
  columns: readonly (readonly number[])[];
  /** Formats the numbers; by default as counts. */
  format?: (value: number) => string;
}

interface Props {
  title: string;
  /** Charts that are shown below each other and have the same columns. */
  series: readonly Series[];
  names: readonly string[];
  /** Table heading for `names`. */
  namesLabel: string;
  slots?: number;
  /** Labels of the first and last column; by default their names. */
  endLabels?: readonly [string, string];
  children?: ReactNode;
}

/** Charts of numbers over time, with a table of the same numbers as an alternative. */
export function Chart({
  title,
  series,
  names,
  namesLabel,
  slots,
  endLabels = [names[0] ?? '', names.at(-1) ?? ''],
  children,
}: Props) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const heading = useId();
  return (
    <section className={`panel ${styles.picture}`} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children}
      {series.map(({ kind, title: label, parts = [], columns, format = number }) => {
        const descriptions = columns.map((values) =>
          values
            .map((value, partIndex) => `${parts[partIndex] ?? label} ${format(value)}`)
            .join(', '),
        );
        const maximum = Math.max(0, ...columns.map((values) => values.reduce((a, b) => a + b, 0)));
        return (
          <div key={label} className={styles.series}>
            <p className="between">
              <span className="wrap">
                {parts.length === 0 && <strong>{label}</strong>}
                {parts.map((part, partIndex) => (
                  <span key={part} className={styles.name} data-part={partIndex}>
                    {part}
                  </span>
                ))}
              </span>
              <span className="muted">
                {t('chart.most', { figure: columns.length === 0 ? '–' : format(maximum) })}
              </span>
            </p>
            <ChartBody
              kind={kind}
              columns={columns}
              {...(slots !== undefined && { slots })}
              tooltips={descriptions.map((text, index) => `${names[index]}: ${text}`)}
            />
          </div>
        );
      })}
      <p className={`between muted ${styles.ends}`}>
        <span>{endLabels[0]}</span>
        <span>{endLabels[1]}</span>
      </p>
      <ChartTable
        title={title}
        rows={names}
        keyOf={(_, index) => index}
        columns={[
          { label: namesLabel, heading: true, cell: (name) => name },
          ...series.flatMap(({ title: label, parts = [label], columns, format = number }) =>
            parts.map((part, partIndex) => ({
              label: part,
              numeric: true,
              cell: (_: string, index: number) => format(columns[index]?.[partIndex] ?? 0),
            })),
          ),
        ]}
      />
    </section>
  );
}

export function ChartTable<Row>({
  title,
  ...table
}: Pick<ComponentProps<typeof DataTable<Row>>, 'columns' | 'rows' | 'keyOf'> & { title: string }) {
  const { t } = useTranslation();
  return (
    <details className={`unprinted ${styles.behind}`}>
      <summary>{t('chart.asTable')}</summary>
      <DataTable {...table} caption={title} empty="" />
    </details>
  );
}
