import type { WorkbookFinding } from './read-workbook.ts';

/**
 * Reads a sheet of a workbook off the main thread. `report` gets each finding, or `failed` if the
 * browser cannot read the file.
 * @returns a function that stops reading
 */
export function readWorkbookInWorker(
  file: File,
  sheet: number | undefined,
  report: (finding: WorkbookFinding & { readonly failed?: boolean }) => void,
): () => void {
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<WorkbookFinding>) => report(data));
  worker.addEventListener('error', () => report({ failed: true }));
  worker.postMessage({ file, sheet }, { transfer: [] });
  return () => worker.terminate();
}
