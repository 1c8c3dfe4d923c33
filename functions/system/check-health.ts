import type { Accounts } from '../access/adapters/accounts.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';

/** Reads what every call needs: the table and the application secret. Throws when one fails. */
export async function checkHealth({
  accounts,
  secrets,
}: {
  accounts: Accounts;
  secrets: Secrets;
}): Promise<void> {
  await Promise.all([accounts.get('nobody'), secrets.key('csrf')]);
}
