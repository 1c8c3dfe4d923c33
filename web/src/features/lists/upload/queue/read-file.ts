import { CREDITS_PER_EMAIL } from '../../../../../../shared/model/credits.ts';
import type { Finding, Preview } from '../file/inspect-file.ts';
import type { Phase } from './reduce.ts';

/** Only the dialog can tell more. */
const UNTOLD: Phase = { name: 'unconfirmed', summary: undefined };

/**
 * Reads a whole file in a worker of its own, which ends with the reading or with the signal.
 * `onShare` hears how much is read, from 0 to 1.
 * @returns that it is refused, or that it is to be confirmed
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
    // A workbook has sheets of which its dialog shows one.
    if (fault === 'spreadsheet_file') {
      resolve(UNTOLD);
    } else if (fault) {
      resolve({ name: 'refused', refusal: fault });
    } else if (preview) {
      // Which of several columns to read is for the user to say.
      if (preview.addresses.filter((count) => count > 0).length > 1) resolve(UNTOLD);
      read = preview;
    } else if (unread) {
      // The dialog shows examples of them, also if they are why the file would be refused.
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
