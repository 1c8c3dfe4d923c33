import { useEffect, useReducer } from 'react';
import type { Finding } from './inspect-file.ts';

/** All findings so far; `failed` if the browser cannot read the file. */
export type Inspection = Finding & { readonly failed?: boolean };

/** Looks into a file in a worker of its own, which ends with the component. */
export function useInspection(file: File): Inspection {
  const [inspection, add] = useReducer(
    (known: Inspection, found: Inspection): Inspection => ({ ...known, ...found }),
    {},
  );
  useEffect(() => {
    const worker = new Worker(new URL('./inspect-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<Finding>) => add(data));
    worker.addEventListener('error', () => add({ failed: true }));
    worker.postMessage(file, { transfer: [] });
    return () => worker.terminate();
  }, [file]);
  return inspection;
}
