import { HEAD_BYTES, firstReading, nextReading } from './rules/csv/choose-reading.ts';
import { readRows } from './rules/csv/rows.ts';
import type { ReadAddress } from '../checks/rules/read-address.ts';
import { type AddressIndex, createAddressIndex } from './rules/address-index.ts';
import { type Manifest } from './rules/manifest.ts';
import { planTasks } from './rules/plan-tasks.ts';
import { createScan } from './rules/scan.ts';

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
 * @throws {FileProblem}
 */
export async function readFile(
  file: FileToRead,
  readAddress: ReadAddress,
): Promise<{ manifest: Manifest; index: AddressIndex }> {
  let reading = firstReading(file.head);
  for (;;) {
    const index = createAddressIndex(readAddress);
    const scan = createScan(index);
    try {
      await file.keepRows(scan.ordinals(readRows(file.read(), reading)));
    } catch (error) {
      reading = nextReading(file.head, reading, error);
      continue;
    }
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
  }
}
