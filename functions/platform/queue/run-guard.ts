import type { Db } from '../dynamo/db.ts';
import { itemNotExists, where } from '../dynamo/expression.ts';
import type { Key } from '../dynamo/key.ts';
import type { Log, LogFields } from '../log.ts';
import { hasExhaustedRuns, type Runs } from '../rules/runs.ts';

/**
 * Guards work on an untrusted file, which may kill its worker or make every run fail: an owner has
 * one slot per kind of work, runs have a maximum duration, and after five killed runs or too long a
 * period of failed runs, the work fails with a reason that its owner sees.
 */

/**
 * Gives the slot to a piece of work, unless another one occupies it. No explicit release is needed
 * if `isOccupied` also returns false for finished work, and for work whose run has exceeded its
 * maximum duration.
 * @param work id of the work, which the slot stores as `listId`, even if it is a bounce report
 */
export async function acquireSlot(
  db: Db,
  slot: Key,
  work: string,
  isOccupied: (holder: string) => Promise<boolean>,
): Promise<boolean> {
  const holder = (await db.get(slot))?.['listId'];
  if (typeof holder !== 'string') return db.put({ ...slot, listId: work }, itemNotExists);
  if (await isOccupied(holder)) return false;
  return holder === work || db.put({ ...slot, listId: work }, where({ listId: holder }));
}

interface GuardedWork<Outcome> {
  /** Log fields that identify the work in the alarm. */
  readonly fields: LogFields;
  /** Must already include the current run. */
  readonly runs: Runs;
  /** Defaults to one day. */
  readonly maxFailingMs?: number;
  /** Fails the work, and records a reason that its owner sees. */
  giveUp(): Promise<Outcome>;
  /** Handles a failed run. @throws the error, so that the message is received again */
  fail(error: unknown): Promise<Outcome>;
  run(): Promise<Outcome>;
}

/** Runs work, or abandons it if its runs were killed too often or have failed for too long. */
export async function runGuarded<Outcome>(
  log: Log,
  now: number,
  { fields, runs, maxFailingMs, giveUp, fail, run }: GuardedWork<Outcome>,
): Promise<Outcome> {
  if (hasExhaustedRuns(runs, now, maxFailingMs)) {
    log.alarm('work_given_up', 'its runs were killed too often or failed for too long', fields);
    return giveUp();
  }
  try {
    return await run();
  } catch (error) {
    return fail(error);
  }
}
