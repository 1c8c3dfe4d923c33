import { HEAD_BYTES, withReading } from '../../shared/list-file/choose-reading.ts';
import { readRows } from '../../shared/list-file/rows.ts';
import { type AddressIndex, createAddressIndex } from '../../shared/list-file/address-index.ts';
import { type Manifest } from './rules/manifest.ts';
import { planTasks } from './rules/plan-tasks.ts';
import { createScan } from '../../shared/list-file/scan.ts';

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
 * @throws {FileError}
 */
export async function readFile(
  file: FileToRead,
): Promise<{ manifest: Manifest; index: AddressIndex }> {
  return withReading(file.head, async (reading) => {
    const index = createAddressIndex();
    const scan = createScan(index);
    await file.keepRows(scan.ordinals(readRows(file.read(), reading)));
    const { size: total, badSyntax } = index;
    const manifest: Manifest = {
      version: 1,
      reading,
      ...scan.summary(),
      total,
      badSyntax,
      tasks: planTasks(index),
    };
    return { manifest, index };
  });
}
