import { readWorkbook } from './read-workbook.ts';

/** Reads a workbook off the main thread. Receives a file and a sheet index; posts findings. */
addEventListener(
  'message',
  ({ data }: MessageEvent<{ file: File; sheet?: number | undefined }>) => {
    // Turns a rejection into an error event of the worker.
    void readWorkbook(
      data.file,
      data.sheet,
      () => performance.now(),
      (finding) => postMessage(finding, { transfer: [] }),
    ).catch((error: unknown) => reportError(error));
  },
);
