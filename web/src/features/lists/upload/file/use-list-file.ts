import { useEffect, useReducer } from 'react';
import { isSpreadsheet } from '../../../../../../shared/list-file/detect-dialect.ts';
import { readWorkbookInWorker } from '../../../../lib/file/read-in-worker.ts';
import type { WorkbookFinding } from '../../../../lib/file/read-workbook.ts';

/** The list in a chosen file, that is, the file itself or a converted sheet of a workbook. */
export type ListFile = WorkbookFinding & { readonly failed?: boolean };

/** Keeps only the findings that stay valid when another sheet is chosen. */
const resetForSheet = ({ sheets, addresses }: ListFile): ListFile => ({
  ...(sheets && { sheets }),
  ...(addresses && { addresses }),
});

/** @param sheet index in the workbook, from 0; by default the sheet with the most addresses */
export function useListFile(chosen: File, sheet: number | undefined): ListFile {
  const [listFile, add] = useReducer(
    (before: ListFile, found: ListFile | undefined): ListFile =>
      found ? { ...before, ...found } : resetForSheet(before),
    {},
  );
  useEffect(() => {
    let stop: (() => void) | undefined;
    const controller = new AbortController();
    const read = async (): Promise<void> => {
      const head = new Uint8Array(await chosen.slice(0, 4).arrayBuffer());
      if (controller.signal.aborted) return;
      if (!isSpreadsheet(head)) return add({ file: chosen });
      stop = readWorkbookInWorker(chosen, sheet, add);
    };
    // If the browser cannot read the file, it is sent unchanged.
    read().catch(() => add({ file: chosen }));
    return () => {
      controller.abort();
      stop?.();
      add(undefined);
    };
  }, [chosen, sheet]);
  return listFile;
}
