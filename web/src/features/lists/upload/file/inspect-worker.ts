import { type Inspected, inspectFile } from './inspect-file.ts';

/** Gets a file and the column to read, and posts its findings, away from the page's own thread. */
addEventListener('message', ({ data }: MessageEvent<Inspected>) => {
  // A rejection becomes an error event of the worker.
  void inspectFile(data, (finding) => postMessage(finding, { transfer: [] })).catch(
    (error: unknown) => reportError(error),
  );
});
