import { type PointerEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import styles from './chart.module.css';
import { ChartBody } from './chart-body.tsx';
import { ChartTable } from './chart-table.tsx';

interface Series {
  kind: 'bars' | 'line';
  title: string;
  /** Names of the two parts of a bar; omitted if the bars have no parts. */
  parts?: readonly string[];
  columns: readonly (readonly number[])[];
  /** Formats the numbers; by default as counts. */
  format?: (value: number) => string;
  /** Tone of each column, such as `risky`. */
  tones?: readonly string[];
  /** The numbers of an earlier period, one per column. */
  earlier?: { title: string; numbers: readonly number[] } | undefined;
}

interface Props {
  title: string;
  /** Charts that are shown below each other and have the same columns. */
  series: readonly Series[];
  names: readonly string[];
  /** Table heading for `names`. */
  namesLabel: string;
  slots?: number;
  /** Labels below the chart, evenly spaced; by default the names of the first and last column. */
  axis?: readonly string[];
  children?: ReactNode;
}

const isFilled = (values: readonly number[]): boolean => values.some((value) => value > 0);

/**
 * Charts with the same columns. The captions show the figures of the column under the pointer, or
 * of the one chosen with the arrow keys in a range input. A table has the same numbers. A chart
 * with a single figure is a sentence.
 */
export function Chart({
  title,
  series,
  names,
  namesLabel,
  slots,
  axis = [names[0] ?? '', names.at(-1) ?? ''],
  children,
}: Props) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const heading = useId();
  const [active, setActive] = useState<number>();
  const last = Math.max(0, names.length - 1);
  const isDrawn = ({ kind, columns }: Series): boolean =>
    names.length === 0 ||
    (names.length > 1 && (kind === 'line' || columns.filter(isFilled).length > 1));
  const firstDrawn = series.findIndex(isDrawn);
  const pointAt = (event: PointerEvent): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const column = Math.floor(((event.clientX - left) * (slots ?? names.length)) / width);
    setActive(names[column] === undefined ? undefined : column);
  };
  return (
    <section className={`panel ${styles.picture}`} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children}
      {series.map((each, index) => {
        const { kind, title: label, parts = [], columns, format = number, tones, earlier } = each;
        const descriptions = columns.map((values, column) =>
          [
            ...values.map((value, partIndex) => `${parts[partIndex] ?? label} ${format(value)}`),
            ...(earlier ? [`${earlier.title} ${format(earlier.numbers[column] ?? 0)}`] : []),
          ].join(', '),
        );
        const valuesAt = (column: number): string =>
          `${names[column] ?? ''}: ${descriptions[column] ?? ''}`;
        const only = columns.findIndex(isFilled);
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
                {earlier && (
                  <span className={styles.name} data-part="earlier">
                    {earlier.title}
                  </span>
                )}
              </span>
              <span className="muted">
                {active === undefined
                  ? t('chart.most', { figure: columns.length === 0 ? '–' : format(maximum) })
                  : valuesAt(active)}
              </span>
            </p>
            <div
              className={styles.points}
              onPointerMove={pointAt}
              onPointerDown={pointAt}
              onPointerLeave={() => setActive(undefined)}
            >
              {isDrawn(each) ? (
                <ChartBody
                  kind={kind}
                  columns={columns}
                  active={active}
                  tones={tones}
                  earlier={earlier?.numbers}
                  {...(slots !== undefined && { slots })}
                />
              ) : (
                <p className={styles.sentence}>
                  {only < 0 ? `${label}: ${format(0)}` : valuesAt(only)}
                </p>
              )}
              {names.length > 0 && index === firstDrawn && (
                <input
                  type="range"
                  className="unprinted"
                  aria-label={title}
                  max={last}
                  value={active ?? last}
                  aria-valuetext={valuesAt(active ?? last)}
                  onFocus={() => setActive(active ?? last)}
                  onBlur={() => setActive(undefined)}
                  onChange={({ target }) => setActive(target.valueAsNumber)}
                />
              )}
            </div>
          </div>
        );
      })}
      {firstDrawn >= 0 && (
        <p className={`between muted ${styles.ends}`}>
          {axis.map((label, index) => (
            <span key={index}>{label}</span>
          ))}
        </p>
      )}
      <ChartTable
        title={title}
        rows={names}
        keyOf={(_, index) => index}
        columns={[
          { label: namesLabel, heading: true, cell: (name) => name },
          ...series.flatMap(
            ({ title: label, parts = [label], columns, format = number, earlier }) =>
              [
                ...parts.map(
                  (part, partIndex) => [part, columns.map((all) => all[partIndex])] as const,
                ),
                ...(earlier ? [[earlier.title, earlier.numbers] as const] : []),
              ].map(([part, numbers]) => ({
                label: part,
                numeric: true,
                cell: (_: string, index: number) => format(numbers[index] ?? 0),
              })),
          ),
        ]}
      />
    </section>
  );
}
