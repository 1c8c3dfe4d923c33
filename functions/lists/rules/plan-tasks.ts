import { FREE_DOMAINS } from '../../../packages/verifier/src/address/free-domains.ts';
import type { AddressIndex } from '../../../shared/list-file/address-index.ts';
import { domainOfCell } from './domain-of-cell.ts';

/** Maximum addresses per task: enough for minutes of work, few enough to repeat at low cost. */
const TASK_SIZE = 500;
/**
 * Maximum addresses per task of a domain that is not a free provider's, so that guessed addresses
 * are recognized after the first task (`limit-guessing-in-list.ts`).
 */
const MAX_DOMAIN_ADDRESSES = 60;

/** Maximum addresses of a list whose tasks use the express queue. */
export const MAX_EXPRESS_ADDRESSES = 1000;

/** Byte range [start, end) in the addresses object. */
export type TaskByteRange = readonly [start: number, end: number];

/** Approximate characters per yielded chunk. */
const CHUNK_LENGTH = 64 * 1024;

const lineOf = (index: AddressIndex, ordinal: number): string =>
  `${ordinal}\t${index.address(ordinal)}\n`;

/**
 * Yields the addresses in task order, in rounds of at most `MAX_DOMAIN_ADDRESSES` per domain. Only
 * domains with more addresses have a second round, so that all other domains remain in one piece,
 * and domains of one mail provider share a connection. A round takes addresses from all over the
 * file, because nonexistent addresses may be next to each other.
 */
function* roundsOf(index: AddressIndex): Generator<readonly (readonly number[])[]> {
  let left = Array.from(index.domains(), (ordinals) => {
    const isFree = FREE_DOMAINS.has(domainOfCell(index.address(ordinals[0] ?? 0)));
    return { ordinals, rounds: isFree ? 1 : Math.ceil(ordinals.length / MAX_DOMAIN_ADDRESSES) };
  });
  for (let round = 0; left.length > 0; round += 1) {
    yield left.map(({ ordinals, rounds }) => everyNth(ordinals, round, rounds));
    left = left.filter(({ rounds }) => rounds > round + 1);
  }
}

function everyNth(ordinals: readonly number[], first: number, step: number): readonly number[] {
  const length = Math.ceil((ordinals.length - first) / step);
  return Array.from({ length }, (_, at) => ordinals[first + at * step] ?? 0);
}

/**
 * Splits the addresses into tasks. Keeps the addresses of a domain in one task if they fit, unless
 * the previous task would be less than half full or they are too many for one task.
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
  for (const domains of roundsOf(index)) {
    for (const domain of domains) {
      const overflows = count + domain.length > size;
      if (overflows && domain.length <= size && count * 2 >= size) closeTask();
      for (const ordinal of domain) {
        if (count === size) closeTask();
        end += Buffer.byteLength(lineOf(index, ordinal));
        count += 1;
      }
    }
    if (count > 0) closeTask();
  }
  return tasks;
}

/** Yields the addresses object in task order, one line `<ordinal>\t<address>` per address. */
export function* serializeAddresses(index: AddressIndex): Generator<Uint8Array> {
  let text = '';
  for (const domain of roundsOf(index).flatMap((domains) => domains))
    for (const ordinal of domain) {
      text += lineOf(index, ordinal);
      if (text.length < CHUNK_LENGTH) continue;
      yield Buffer.from(text);
      text = '';
    }
  if (text !== '') yield Buffer.from(text);
}
