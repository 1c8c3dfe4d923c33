import { useEffect, useReducer } from 'react';
import type { Finding, Inspected } from './inspect-file.ts';

/** All findings so far; `failed` if the browser cannot read the file. */
export type Inspection = Finding & { readonly failed?: boolean };

const BEFORE: Inspection = { share: 0 };

/** Findings that remain valid for another column. */
const readAgain = ({ preview }: Inspection): Inspection => ({
  ...BEFORE,
  ...(preview && { preview }),
});

/** Inspects a file in a worker, which is terminated on unmount. */
export function useInspection(
  file: File | undefined,
  { column, encoding, strict }: Omit<Inspected, 'file'>,
): Inspection {
  const [inspection, add] = useReducer(
    (known: Inspection, found: Inspection | undefined): Inspection =>
      found ? { ...known, ...found } : readAgain(known),
    BEFORE,
  );
  useEffect(() => {
    if (!file) return undefined;
    const worker = new Worker(new URL('./inspect-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<Finding>) => add(data));
    worker.addEventListener('error', () => add({ failed: true }));
    worker.postMessage({ file, column, encoding, strict }, { transfer: [] });
    return () => {
      worker.terminate();
      add(undefined);
    };
  }, [file, column, encoding, strict]);
  return inspection;
}
