import { EventEmitter, once } from 'node:events';
import type { Verifier } from '../index.ts';
import { verifyWithRetries, type RetryOptions } from './verify-with-retries.ts';
import { withSharedRemarks, type OutputFormat } from './formats.ts';
import type { InputRow } from './retry-scheduler.ts';

const MAX_CONSECUTIVE = 500;

/**
 * Sorts rows by domain, so that the addresses of a domain share connections. A large domain is
 * split into evenly spread parts, so that no other domain waits for all of it. Repetitions of an
 * address remain adjacent, because the engine remembers only recent verdicts.
 */
export function sortByDomain<T extends Pick<InputRow, 'email'>>(rows: readonly T[]): T[] {
  const domains = [...Map.groupBy(rows, domainOf).values()];
  const isLarge = ({ length }: readonly T[]): boolean => length > MAX_CONSECUTIVE;
  const parts = domains.flatMap((members, index) =>
    isLarge(members) ? splitDomain(members, index / domains.length) : [],
  );
  const partsAt = Map.groupBy(parts, ({ position }) => Math.floor(position * domains.length));
  return domains.flatMap((members, index) => {
    const large = partsAt.get(index)?.flatMap((part) => part.members) ?? [];
    return isLarge(members) ? large : members.concat(large);
  });
}

/**
 * Returns parts with positions from 0 to 1, at which they are inserted among the other rows.
 * `offset` shifts the positions, so that they differ between domains.
 */
function splitDomain<T extends Pick<InputRow, 'email'>>(members: readonly T[], offset: number) {
  const addresses = [...Map.groupBy(members, ({ email }) => email.toLowerCase()).values()];
  const count = Math.ceil(addresses.length / MAX_CONSECUTIVE);
  return Array.from({ length: count }, (_, part) => ({
    members: addresses.slice(part * MAX_CONSECUTIVE, (part + 1) * MAX_CONSECUTIVE).flat(),
    position: (part + offset) / count,
  }));
}

const domainOf = ({ email }: Pick<InputRow, 'email'>): string =>
  email.slice(email.lastIndexOf('@') + 1).toLowerCase();

const newRow = (email: string): InputRow => ({
  email,
  remark: undefined,
  isFinal: false,
  due: undefined,
});

/** Maximum addresses that wait for a retry or a slow reader while more input is read. */
const MAX_WAITING = 100_000;

export interface OutputOptions extends RetryOptions {
  /**
   * Whether the lines are in the order of the input. Otherwise, each line is written as soon as its
   * verdict is final.
   */
  ordered: boolean;
}

/**
 * Yields a line of output for each address of an input, as soon as its verdict is final.
 * If interrupted, omits the addresses that have no verdict.
 *
 * @param batches addresses that are verified together, domain by domain
 * @throws the input's error, after the lines of all addresses read before it
 */
export async function* verdictLines(
  verifier: Verifier,
  batches: Iterable<readonly string[]> | AsyncIterable<readonly string[]>,
  format: OutputFormat,
  options: OutputOptions,
): AsyncGenerator<string, void> {
  const { remark, line } = withSharedRemarks(format);
  const unwritten: InputRow[][] = [];
  let isOver = false;
  const events = new EventEmitter();
  const closing = new AbortController();
  const signal = AbortSignal.any([closing.signal, ...(options.signal ? [options.signal] : [])]);

  let waiting = 0;
  const isFull = (): boolean => waiting > MAX_WAITING;

  function admit(emails: readonly string[]): InputRow[] {
    const rows = emails.map(newRow);
    waiting += rows.length;
    if (options.ordered) unwritten.push(rows);
    events.emit('changed');
    return sortByDomain(rows);
  }

  async function* read(): AsyncGenerator<InputRow[], void> {
    for await (const emails of batches) {
      yield admit(emails);
      while (isFull()) await once(events, 'written', { signal: closing.signal });
    }
  }

  function onFinal(row: InputRow): void {
    if (!options.ordered) (unwritten[0] ??= []).push(row);
    events.emit('changed');
  }

  const ended = verifyWithRetries(
    verifier,
    read(),
    remark,
    { ...options, signal },
    onFinal,
  ).finally(() => {
    isOver = true;
    events.emit('changed');
  });
  // Prevents an unhandled rejection: a failure is reported after the last line.
  ended.catch(() => {});
  try {
    for (;;) {
      const rows = unwritten.shift();
      if (!rows) {
        if (isOver) break;
        await once(events, 'changed');
        continue;
      }
      for (const row of rows) {
        while (!row.isFinal) await once(events, 'changed');
        if (row.remark !== undefined) yield line(row.email, row.remark);
        row.remark = undefined;
      }
      waiting -= rows.length;
      events.emit('written');
    }
  } finally {
    closing.abort();
  }
  await ended;
}
