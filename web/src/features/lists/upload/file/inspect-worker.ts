import { type InspectionRequest, inspectFile } from './inspect-file.ts';

/** Inspects a file off the main thread. Receives an InspectionRequest, and posts findings. */
addEventListener('message', ({ data }: MessageEvent<InspectionRequest>) => {
  // Turns a rejection into an error event of the worker.
  void inspectFile(data, (finding) => postMessage(finding, { transfer: [] })).catch(
    (error: unknown) => reportError(error),
  );
});
