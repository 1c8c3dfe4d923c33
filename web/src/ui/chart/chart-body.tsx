import styles from './chart.module.css';

interface Props {
  /** The parts of each column, from the bottom up; for a line, one number per column. */
  columns: readonly (readonly number[])[];
  /** Tooltip of each column, such as "20 Nov: 3,430". */
  tooltips?: readonly string[];
  kind: 'bars' | 'line';
  /** Number of columns to leave room for, such as all days of a month. */
  slots?: number;
  /** Index of the highlighted column. */
  active?: number | undefined;
  /** Tone of each column, such as `risky`. */
  tones?: readonly string[] | undefined;
  /** The numbers of an earlier period, drawn as a dotted line. */
  earlier?: readonly number[] | undefined;
}

/** Minimum height of a part in percent, so that a few addresses among millions are visible. */
const MIN_HEIGHT = 2;

/**
 * Plots numbers over the available width, from zero to the maximum. Hidden from screen readers,
 * which read the text next to the chart. The second part of a bar is hollow, so that parts do not
 * differ only in color.
 */
export function ChartBody({
  columns,
  tooltips,
  kind,
  slots = columns.length,
  active,
  tones,
  earlier = [],
}: Props) {
  const sums = columns.map((parts) => parts.reduce((sum, part) => sum + part, 0));
  const scale = 100 / Math.max(1, ...sums, ...earlier);
  const columnWidth = 100 / slots;
  // A single number is drawn as a line across its column.
  const heights = sums.length === 1 ? [...sums, ...sums] : sums;
  const centerOffset = sums.length === 1 ? 0 : 0.5;
  const xAt = (index: number): number => (index + centerOffset) * columnWidth;
  const pointsOf = (all: readonly number[]): string =>
    all.map((sum, index) => `${xAt(index)},${100 - sum * scale}`).join(' ');
  const points = pointsOf(heights);
  const ends = [xAt(0), xAt(heights.length - 1)];
  return (
    <svg className={styles.plot} data-kind={kind} aria-hidden="true">
      {kind === 'line' && (
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" overflow="visible">
          <polygon className={styles.below} points={`${ends[0]},100 ${points} ${ends[1]},100`} />
          <polyline className={styles.line} points={points} />
        </svg>
      )}
      {columns.map((parts, index) => {
        let top = 100;
        return (
          // A column has no id.
          // eslint-disable-next-line react/no-array-index-key
          <g
            key={index}
            className={styles.column}
            data-tone={tones?.[index]}
            data-active={index === active || undefined}
          >
            <rect
              className={styles.slot}
              x={`${index * columnWidth}%`}
              width={`${columnWidth}%`}
              height="100%"
            />
            {kind === 'bars' &&
              parts.map((part, partIndex) => {
                const height = part > 0 ? Math.max(MIN_HEIGHT, part * scale) : 0;
                top -= height;
                return (
                  part > 0 && (
                    <rect
                      // eslint-disable-next-line react/no-array-index-key
                      key={partIndex}
                      className={styles.part}
                      data-part={partIndex}
                      x={`${(index + 0.15) * columnWidth}%`}
                      width={`${0.7 * columnWidth}%`}
                      y={`${top}%`}
                      height={`${height}%`}
                    />
                  )
                );
              })}
            {tooltips?.[index] !== undefined && <title>{tooltips[index]}</title>}
          </g>
        );
      })}
      {earlier.length > 1 && (
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" overflow="visible">
          <polyline className={styles.earlier} points={pointsOf(earlier)} />
        </svg>
      )}
    </svg>
  );
}
