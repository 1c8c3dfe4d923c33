import type { AccountDeps } from './deps.ts';

/** Concurrent customers: enough to hide the latency of the table. */
const CONCURRENCY = 20;

/** Counts of resealed copies, and of copies that can no longer be opened. */
export interface Resealed {
  readonly customers: number;
  readonly resealed: number;
  readonly unreadable: number;
}

interface Sealed {
  /** Reseals a user's copies with the current secret. */
  reseal(userId: string): Promise<Omit<Resealed, 'customers'>>;
}

/**
 * Reseals all copies with the current secrets. If it is run between two replacements, no copy is
 * ever lost. Can be interrupted and repeated.
 */
export async function resealKeys(
  { directory }: Pick<AccountDeps, 'directory'>,
  kept: readonly Sealed[],
): Promise<Resealed> {
  const rows = await directory.list();
  let resealed = 0;
  let unreadable = 0;
  for (let at = 0; at < rows.length; at += CONCURRENCY) {
    const some = rows.slice(at, at + CONCURRENCY);
    const each = some.flatMap(({ id }) => kept.map((sealed) => sealed.reseal(id)));
    for (const done of await Promise.all(each)) {
      resealed += done.resealed;
      unreadable += done.unreadable;
    }
  }
  return { customers: rows.length, resealed, unreadable };
}
