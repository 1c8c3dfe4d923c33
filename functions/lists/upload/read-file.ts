import {
  HEAD_BYTES,
  type DialectHints,
  withDialect,
} from '../../../shared/list-file/detect-dialect.ts';
import { readRows } from '../../../shared/list-file/rows.ts';
import { type AddressIndex, createAddressIndex } from '../../../shared/list-file/address-index.ts';
import type { Manifest } from '../rules/manifest.ts';
import { planTasks } from '../rules/plan-tasks.ts';
import { MAX_BREAKDOWN_ROWS } from '../rules/breakdown.ts';
import { createListScanner } from '../../../shared/list-file/scan.ts';

export interface AddressFile {
  /** The first bytes, at most HEAD_BYTES. */
  readonly head: Uint8Array;
  /** Yields all bytes from the start; called once for each encoding that is tried. */
  read(): AsyncIterable<Uint8Array>;
  /** Stores the ordinals of the rows; another call replaces them. */
  storeRows(rows: AsyncIterable<Uint8Array>): Promise<void>;
}

export { HEAD_BYTES };

/** Returns a file in memory, which discards the ordinals of its rows. */
export const createInMemoryFile = (bytes: Uint8Array): AddressFile => ({
  head: bytes.subarray(0, HEAD_BYTES),
  async *read() {
    yield bytes;
  },
  async storeRows(rows) {
    for await (const _ of rows);
  },
});

export interface FileHints extends DialectHints {
  /**
   * Column that contains the addresses, starting at 1. Defaults to the first, unless another column
   * clearly has more addresses.
   */
  readonly column?: number | undefined;
}

/** Reads the file again in another encoding if it turns out not to be UTF-8. @throws {FileError} */
export async function readAddressFile(
  file: AddressFile,
  hints: FileHints = {},
): Promise<{ manifest: Manifest; index: AddressIndex }> {
  return withDialect(file.head, hints, async ({ isStrict, ...dialect }) => {
    const column = (hints.column ?? 1) - 1;
    const reading = { ...dialect, column };
    const index = createAddressIndex();
    const scan = createListScanner(index, dialect, {
      column,
      isColumnAutomatic: hints.column === undefined,
    });
    const rows = readRows(file.read(), { ...dialect, ...(isStrict && { isStrict }) });
    await file.storeRows(scan.ordinals(rows));
    const { size: total, badSyntax } = index;
    const manifest: Manifest = {
      version: 1,
      reading,
      ...scan.summary(),
      total,
      badSyntax,
      tasks: planTasks(index),
      domains: index.largestDomains(MAX_BREAKDOWN_ROWS),
    };
    return { manifest, index };
  });
}
