import { readWorkbook } from './read-workbook.ts';

/** Gets a workbook and the sheet to read, and posts what it finds. */
addEventListener(
  'message',
  ({ data }: MessageEvent<{ file: File; sheet?: number | undefined }>) => {
    // A rejection becomes an error event of the worker.
    void readWorkbook(
      data.file,
      data.sheet,
      () => performance.now(),
      (finding) => postMessage(finding, { transfer: [] }),
    ).catch((error: unknown) => reportError(error));
  },
);
