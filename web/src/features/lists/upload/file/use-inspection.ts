import { useEffect, useReducer } from 'react';
import type { InspectionFinding, InspectionRequest } from './inspect-file.ts';

/** Everything found so far; `failed` if the browser cannot read the file. */
export type Inspection = InspectionFinding & { readonly failed?: boolean };

const INITIAL_INSPECTION: Inspection = { share: 0 };

/** Keeps only the preview, so that it remains visible while the file is inspected again. */
const resetForColumn = ({ preview }: Inspection): Inspection => ({
  ...INITIAL_INSPECTION,
  ...(preview && { preview }),
});

/** Inspects a file in a worker, which is terminated on unmount. */
export function useInspection(
  file: File | undefined,
  { column, encoding, strict, separator, asIs }: Omit<InspectionRequest, 'file'>,
): Inspection {
  const [inspection, add] = useReducer(
    (previous: Inspection, found: Inspection | undefined): Inspection => {
      if (found === INITIAL_INSPECTION) return INITIAL_INSPECTION;
      return found ? { ...previous, ...found } : resetForColumn(previous);
    },
    INITIAL_INSPECTION,
  );
  useEffect(() => {
    if (!file) return undefined;
    const worker = new Worker(new URL('./inspect-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<InspectionFinding>) => add(data));
    worker.addEventListener('error', () => add({ failed: true }));
    worker.postMessage({ file, column, encoding, strict, separator, asIs }, { transfer: [] });
    return () => {
      worker.terminate();
      add(undefined);
    };
  }, [file, column, encoding, strict, separator, asIs]);
  // Another file, such as another sheet of a workbook, can have its addresses in another column.
  useEffect(() => () => add(INITIAL_INSPECTION), [file]);
  return inspection;
}
