import { CREDITS_PER_EMAIL } from '../../../../../../shared/model/credits.ts';
import type { Finding, Preview } from '../file/inspect-file.ts';
import type { Phase } from './reduce.ts';

/** Only the dialog can show the problem. */
const NEEDS_DIALOG: Phase = { name: 'unconfirmed', summary: undefined };

/**
 * Reads a whole file in a worker, which is terminated at the end or by the signal. `onShare` gets
 * the progress from 0 to 1.
 * @returns whether the file is rejected or awaits confirmation
 */
export function readFile(
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<Phase> {
  const { promise, resolve } = Promise.withResolvers<Phase>();
  const worker = new Worker(new URL('../file/inspect-worker.ts', import.meta.url), {
    type: 'module',
  });
  let parsedAs: Pick<Preview, 'proposed' | 'encoding'> | undefined;
  worker.addEventListener('message', ({ data }: MessageEvent<Finding>) => {
    const { preview, counts, fault, share, unread } = data;
    // The dialog lets the user choose a sheet.
    if (fault === 'spreadsheet_file') {
      resolve(NEEDS_DIALOG);
    } else if (fault) {
      resolve({ name: 'refused', refusal: fault });
    } else if (preview) {
      // The user must choose among several columns with addresses.
      if (preview.addresses.filter((count) => count > 0).length > 1) resolve(NEEDS_DIALOG);
      parsedAs = preview;
    } else if (unread) {
      // The dialog shows examples, even if they are the reason to reject the file.
      if (unread.lost > 0) resolve(NEEDS_DIALOG);
    } else if (share === 1 && counts && parsedAs) {
      const credits = counts.verified * CREDITS_PER_EMAIL;
      const { proposed, encoding } = parsedAs;
      const summary = { rows: counts.rows, credits, column: proposed + 1, encoding };
      resolve({ name: 'unconfirmed', summary });
    } else if (share !== undefined) {
      onProgress(share);
    }
  });
  worker.addEventListener('error', () => resolve(NEEDS_DIALOG));
  signal.addEventListener('abort', () => resolve(NEEDS_DIALOG), { once: true });
  worker.postMessage({ file }, { transfer: [] });
  return promise.finally(() => worker.terminate());
}
