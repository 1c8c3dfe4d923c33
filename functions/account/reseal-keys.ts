import type { AccountDeps } from './deps.ts';

/** Customers at a time: enough to hide the latency of the table. */
const CONCURRENCY = 20;

/** How many copies of keys were sealed anew, and how many nothing opens any more. */
export interface Resealed {
  readonly customers: number;
  readonly resealed: number;
  readonly unreadable: number;
}

/** What keeps sealed copies. */
interface Sealed {
  /** Seals those of a user with the one in use. */
  reseal(userId: string): Promise<Omit<Resealed, 'customers'>>;
}

/**
 * Seals all copies with the secrets in use. Done once between two replacements,
 * none is ever lost. May be broken off and run again.
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
