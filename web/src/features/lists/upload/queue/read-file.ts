import { CREDITS_PER_EMAIL } from '../../../../../../shared/model/credits.ts';
import type { Finding, Preview } from '../file/inspect-file.ts';
import type { Phase } from './reduce.ts';

/** Only the dialog can show the problem. */
const UNTOLD: Phase = { name: 'unconfirmed', summary: undefined };

/**
 * Reads a whole file in a worker, which is terminated at the end or by the signal. `onShare` gets
 * the progress from 0 to 1.
 * @returns whether the file is rejected or awaits confirmation
 */
export function readFile(
  file: File,
  { signal, onShare }: { signal: AbortSignal; onShare: (share: number) => void },
): Promise<Phase> {
  const { promise, resolve } = Promise.withResolvers<Phase>();
  const worker = new Worker(new URL('../file/inspect-worker.ts', import.meta.url), {
    type: 'module',
  });
  let read: Pick<Preview, 'proposed' | 'encoding'> | undefined;
  worker.addEventListener('message', ({ data }: MessageEvent<Finding>) => {
    const { preview, counts, fault, share, unread } = data;
    // The dialog lets the user choose a sheet.
    if (fault === 'spreadsheet_file') {
      resolve(UNTOLD);
    } else if (fault) {
      resolve({ name: 'refused', refusal: fault });
    } else if (preview) {
      // The user must choose among several columns with addresses.
      if (preview.addresses.filter((count) => count > 0).length > 1) resolve(UNTOLD);
      read = preview;
    } else if (unread) {
      // The dialog shows examples, even if they are the reason to reject the file.
      if (unread.lost > 0) resolve(UNTOLD);
    } else if (share === 1 && counts && read) {
      const credits = counts.verified * CREDITS_PER_EMAIL;
      const { proposed, encoding } = read;
      const summary = { rows: counts.rows, credits, column: proposed + 1, encoding };
      resolve({ name: 'unconfirmed', summary });
    } else if (share !== undefined) {
      onShare(share);
    }
  });
  worker.addEventListener('error', () => resolve(UNTOLD));
  signal.addEventListener('abort', () => resolve(UNTOLD), { once: true });
  worker.postMessage({ file }, { transfer: [] });
  return promise.finally(() => worker.terminate());
}
