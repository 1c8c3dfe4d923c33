import type { List } from '@tamis/client';
import { SingleBar } from 'cli-progress';

/** Progress of a list, or of other work with the same counters. */
type Progress = Pick<List, 'processed' | 'total_email'> & Partial<Pick<List, 'recheck'>>;

const megabytes = (bytes: number): number => Math.round(bytes / 1e6);

export async function withProgress<T>(
  wait: (
    onProgress: (work: Progress) => void,
    onSent: (bytes: number, size: number) => void,
  ) => Promise<T>,
) {
  const bar = new SingleBar({ format: '{bar} {percentage}%, {value} of {total}{unit}' });
  let shownUnit: string | undefined;
  const showProgress = (value: number, total: number, unit: string): void => {
    if (total === 0) return;
    if (unit === shownUnit) return bar.update(value);
    bar.stop();
    bar.start(total, value, { unit });
    shownUnit = unit;
  };
  try {
    return await wait(
      (work) => {
        const { total_email: total, processed } = work.recheck ?? work;
        // Converted to numbers, because a response can contain any text and the bar does not escape
        // it.
        showProgress(Number(processed), Number(total), '');
      },
      (bytes, size) => showProgress(megabytes(bytes), megabytes(size), ' MB'),
    );
  } finally {
    bar.stop();
  }
}
