import type { AccountDeps } from './deps.ts';

/** Number of customers processed concurrently, enough to hide the table's latency. */
const CONCURRENCY = 20;

export interface ResealCounts {
  readonly customers: number;
  readonly resealed: number;
  readonly unreadable: number;
}

interface Resealer {
  reseal(userId: string): Promise<Omit<ResealCounts, 'customers'>>;
}

/**
 * Re-encrypts all customers' stored secrets, such as API keys, with the current secrets. Run it
 * between two rotations of a secret, so that every value stays readable. It can be interrupted and
 * repeated.
 */
export async function resealKeys(
  { directory }: Pick<AccountDeps, 'directory'>,
  stores: readonly Resealer[],
): Promise<ResealCounts> {
  const rows = await directory.list();
  let resealed = 0;
  let unreadable = 0;
  for (let at = 0; at < rows.length; at += CONCURRENCY) {
    const batch = rows.slice(at, at + CONCURRENCY);
    const promises = batch.flatMap(({ id }) => stores.map((store) => store.reseal(id)));
    for (const done of await Promise.all(promises)) {
      resealed += done.resealed;
      unreadable += done.unreadable;
    }
  }
  return { customers: rows.length, resealed, unreadable };
}
