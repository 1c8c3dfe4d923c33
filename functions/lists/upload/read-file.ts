import { HEAD_BYTES, withDialect } from '../../../shared/list-file/choose-reading.ts';
import { readRows } from '../../../shared/list-file/rows.ts';
import { type AddressIndex, createAddressIndex } from '../../../shared/list-file/address-index.ts';
import { type Manifest } from '../rules/manifest.ts';
import { planTasks } from '../rules/plan-tasks.ts';
import { MAX_BREAKDOWN_ROWS } from '../rules/breakdown.ts';
import { createScan } from '../../../shared/list-file/scan.ts';

export interface FileToRead {
  /** The first bytes, at most HEAD_BYTES. */
  readonly head: Uint8Array;
  /** All bytes from the start; called once for each reading that is tried. */
  read(): AsyncIterable<Uint8Array>;
  /** Takes the rows object; what it got before is void when it is called again. */
  keepRows(rows: AsyncIterable<Uint8Array>): Promise<void>;
}

export { HEAD_BYTES };

/**
 * Reads a file as a list of addresses, trying another reading where one turns out to be wrong.
 * `column` is that of the addresses, from 0.
 * @throws {FileError}
 */
export async function readFile(
  file: FileToRead,
  column = 0,
): Promise<{ manifest: Manifest; index: AddressIndex }> {
  return withDialect(file.head, async (dialect) => {
    const reading = { ...dialect, column };
    const index = createAddressIndex();
    const scan = createScan(index, column);
    await file.keepRows(scan.ordinals(readRows(file.read(), reading)));
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
