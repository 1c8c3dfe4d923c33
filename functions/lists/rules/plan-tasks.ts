import type { AddressIndex } from '../../../shared/list-file/address-index.ts';

/** Addresses one worker run takes: minutes of work, and few enough to be done again cheaply. */
const TASK_SIZE = 500;

/** Lists up to this many addresses take the express lane. */
export const EXPRESS_SIZE = 1000;

/** Bytes [start, end) of the addresses object. */
export type TaskRange = readonly [start: number, end: number];

/** Characters written at a time. */
const CHUNK_LENGTH = 64 * 1024;

const lineOf = (index: AddressIndex, ordinal: number): string =>
  `${ordinal}\t${index.address(ordinal)}\n`;

/**
 * Cuts the addresses of a list, laid out domain by domain, into tasks. A domain is kept whole
 * where that leaves no task less than half full.
 */
export function planTasks(index: AddressIndex, size = TASK_SIZE): TaskRange[] {
  const tasks: TaskRange[] = [];
  let start = 0;
  let end = 0;
  let count = 0;
  const cut = (): void => {
    tasks.push([start, end]);
    start = end;
    count = 0;
  };
  for (const domain of index.domains()) {
    const overflows = count + domain.length > size;
    if (overflows && domain.length <= size && count * 2 >= size) cut();
    for (const ordinal of domain) {
      if (count === size) cut();
      end += Buffer.byteLength(lineOf(index, ordinal));
      count += 1;
    }
  }
  if (count > 0) cut();
  return tasks;
}

/** The addresses object: a line `<ordinal>\t<address>` for each, in the order of tasks. */
export function* layOutAddresses(index: AddressIndex): Generator<Uint8Array> {
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
