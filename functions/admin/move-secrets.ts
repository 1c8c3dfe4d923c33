import { forEachConcurrently } from '../platform/for-each-concurrently.ts';
import type { FactorsDeps } from '../factors/deps.ts';
import type { AdminDeps } from './deps.ts';

/** Number of accounts processed concurrently, enough to hide the table's latency. */
const CONCURRENCY = 20;

/**
 * Moves the secrets of all accounts. It can be interrupted and repeated at any time. Returns the
 * number of accounts.
 */
export async function moveSecrets(
  deps: Pick<AdminDeps, 'accounts' | 'apiKeys' | 'scan'> & Pick<FactorsDeps, 'factors'>,
): Promise<number> {
  let count = 0;
  const profiles = deps.scan(
    { text: 'SK = :profile', values: { ':profile': 'PROFILE' } },
    { projection: 'id' },
  );
  await forEachConcurrently(profiles, CONCURRENCY, async ({ id }) => {
    for (const store of [deps.accounts, deps.apiKeys, deps.factors])
      await store.moveSecrets(String(id));
    count += 1;
  });
  return count;
}
