import { CREDITS_PER_EMAIL } from '../../../../../../shared/model/credits.ts';
import type { InspectionFinding, FilePreview } from '../file/inspect-file.ts';
import type { UploadPhase } from './reduce.ts';

/** The next phase of a file that the user can confirm only in the dialog. */
const DIALOG_PHASE: UploadPhase = { name: 'unconfirmed', summary: undefined };

/**
 * Reads a whole file in a worker. Calls `onProgress` with the progress from 0 to 1.
 * @returns the next phase: the file is rejected, or waits for confirmation
 */
export function readListFile(
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<UploadPhase> {
  const { promise, resolve } = Promise.withResolvers<UploadPhase>();
  const worker = new Worker(new URL('../file/inspect-worker.ts', import.meta.url), {
    type: 'module',
  });
  let parsedAs: Pick<FilePreview, 'proposed' | 'encoding'> | undefined;
  worker.addEventListener('message', ({ data }: MessageEvent<InspectionFinding>) => {
    const { preview, counts, fault, share, unread } = data;
    // A workbook: the user must choose its sheet in the dialog.
    if (fault === 'spreadsheet_file') {
      resolve(DIALOG_PHASE);
    } else if (fault) {
      resolve({ name: 'refused', refusal: fault });
    } else if (preview) {
      // The user must choose in the dialog between several columns with addresses, and between two
      // readings of each address.
      if (preview.found || preview.addresses.filter((count) => count > 0).length > 1)
        resolve(DIALOG_PHASE);
      parsedAs = preview;
    } else if (unread) {
      // The dialog shows examples of damaged rows, even if the file is rejected for them.
      if (unread.lost > 0) resolve(DIALOG_PHASE);
    } else if (share === 1 && counts && parsedAs) {
      const credits = counts.verified * CREDITS_PER_EMAIL;
      const { proposed, encoding } = parsedAs;
      const summary = {
        rows: counts.rows - counts.header,
        credits,
        column: proposed + 1,
        encoding,
      };
      resolve({ name: 'unconfirmed', summary });
    } else if (share !== undefined) {
      onProgress(share);
    }
  });
  worker.addEventListener('error', () => resolve(DIALOG_PHASE));
  signal.addEventListener('abort', () => resolve(DIALOG_PHASE), { once: true });
  worker.postMessage({ file }, { transfer: [] });
  return promise.finally(() => worker.terminate());
}
