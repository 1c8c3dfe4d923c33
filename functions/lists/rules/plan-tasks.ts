import type { AddressIndex } from '../../../shared/list-file/address-index.ts';

/** Maximum addresses per task: enough for minutes of work, few enough to repeat at low cost. */
const TASK_SIZE = 500;

/** Maximum addresses of a list whose tasks use the express queue. */
export const MAX_EXPRESS_ADDRESSES = 1000;

/** Byte range [start, end) in the addresses object. */
export type TaskByteRange = readonly [start: number, end: number];

/** Approximate characters per yielded chunk. */
const CHUNK_LENGTH = 64 * 1024;

const lineOf = (index: AddressIndex, ordinal: number): string =>
  `${ordinal}\t${index.address(ordinal)}\n`;

/**
 * Splits the addresses into tasks. Keeps the addresses of a domain in one task if they fit, unless
 * the previous task would be less than half full.
 */
export function planTasks(index: AddressIndex, size = TASK_SIZE): TaskByteRange[] {
  const tasks: TaskByteRange[] = [];
  let start = 0;
  let end = 0;
  let count = 0;
  const closeTask = (): void => {
    tasks.push([start, end]);
    start = end;
    count = 0;
  };
  for (const domain of index.domains()) {
    const overflows = count + domain.length > size;
    if (overflows && domain.length <= size && count * 2 >= size) closeTask();
    for (const ordinal of domain) {
      if (count === size) closeTask();
      end += Buffer.byteLength(lineOf(index, ordinal));
      count += 1;
    }
  }
  if (count > 0) closeTask();
  return tasks;
}

/** Yields the addresses object in task order, one line `<ordinal>\t<address>` per address. */
export function* serializeAddresses(index: AddressIndex): Generator<Uint8Array> {
  let text = '';
  for (const domain of index.domains())
    for (const ordinal of domain) {
      text += lineOf(index, ordinal);
      if (text.length < CHUNK_LENGTH) continue;
      yield Buffer.from(text);
      text = '';
    }
  if (text !== '') yield Buffer.from(text);
}
