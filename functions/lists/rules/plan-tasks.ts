import type { AddressIndex } from './address-index.ts';

/** Addresses one worker run takes: minutes of work, and few enough to be done again cheaply. */
const TASK_SIZE = 500;

/** Lists up to this many addresses take the express lane. */
export const EXPRESS_SIZE = 1000;

/** Bytes [start, end) of the addresses object. */
export type TaskRange = readonly [start: number, end: number];

const BUFFER_BYTES = 64 * 1024;

/**
 * Cuts the addresses of a list, laid out domain by domain, into tasks. A domain is kept whole
 * where that leaves no task less than half full.
 */
export function planTasks(index: AddressIndex, size = TASK_SIZE): TaskRange[] {
  const { ordinals, domainAt } = index.byDomain();
  const tasks: TaskRange[] = [];
  let start = 0;
  let end = 0;
  let count = 0;
  const cut = (): void => {
    tasks.push([start, end]);
    start = end;
    count = 0;
  };
  for (let position = 0; position < ordinals.length;) {
    const group = groupFrom(position, ordinals.length, domainAt);
    const overflows = count + group > size;
    if (overflows && group <= size && count * 2 >= size) cut();
    for (let inGroup = 0; inGroup < group; inGroup += 1) {
      if (count === size) cut();
      const ordinal = ordinals[position + inGroup] ?? 0;
      end += String(ordinal).length + index.bytes(ordinal).length + 2;
      count += 1;
    }
    position += group;
  }
  if (count > 0) cut();
  return tasks;
}

function groupFrom(
  position: number,
  length: number,
  domainAt: (position: number) => number,
): number {
  const domain = domainAt(position);
  let end = position + 1;
  while (end < length && domainAt(end) === domain) end += 1;
  return end - position;
}

/** The addresses object: a line `<ordinal>\t<address>` for each, in the order tasks are cut from. */
export function* layOutAddresses(index: AddressIndex): Generator<Uint8Array> {
  let buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  let used = 0;
  for (const ordinal of index.byDomain().ordinals) {
    const address = index.bytes(ordinal);
    if (used + address.length + 16 > BUFFER_BYTES) {
      yield buffer.subarray(0, used);
      buffer = Buffer.allocUnsafe(BUFFER_BYTES);
      used = 0;
    }
    used += buffer.write(`${ordinal}\t`, used, 'latin1');
    buffer.set(address, used);
    used += address.length;
    buffer[used] = 0x0a;
    used += 1;
  }
  if (used > 0) yield buffer.subarray(0, used);
}
