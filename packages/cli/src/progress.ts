import type { List } from '@tamis/client';
import { SingleBar } from 'cli-progress';

const megabytes = (bytes: number): number => Math.round(bytes / 1e6);

/** Shows the progress of an upload, a list or a recheck on standard error. */
export async function following<T>(
  wait: (
    onProgress: (list: List) => void,
    onSent: (bytes: number, size: number) => void,
  ) => Promise<T>,
) {
  const bar = new SingleBar({ format: '{bar} {percentage}%, {value} of {total}{unit}' });
  let shown: string | undefined;
  const show = (value: number, total: number, unit: string): void => {
    if (total === 0) return;
    if (unit === shown) return bar.update(value);
    bar.stop();
    bar.start(total, value, { unit });
    shown = unit;
  };
  try {
    return await wait(
      (list) => {
        const { total_email: total, processed } = list.recheck ?? list;
        show(processed, total, '');
      },
      (bytes, size) => show(megabytes(bytes), megabytes(size), ' MB'),
    );
  } finally {
    bar.stop();
  }
}
