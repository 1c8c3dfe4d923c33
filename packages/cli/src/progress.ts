import type { List } from '@tamis/client';
import { SingleBar } from 'cli-progress';

/** Shows on the standard error how far a list, or the recheck of one, is while it is waited for. */
export async function following<T>(wait: (onProgress: (list: List) => void) => Promise<T>) {
  const bar = new SingleBar({ format: '{bar} {percentage}%, {value} of {total}' });
  try {
    return await wait((list) => {
      const { total_email: total, processed } = list.recheck ?? list;
      if (total === 0) return;
      if (bar.isActive) bar.update(processed);
      else bar.start(total, processed);
    });
  } finally {
    bar.stop();
  }
}
