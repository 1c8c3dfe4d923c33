import type { Accounts } from './accounts.ts';
import type { User } from './user.ts';

const ROUNDS = 5;

/** Tries `change` on the account as it is, until it fits. Nothing happens where there is none. */
export async function retried(
  accounts: Pick<Accounts, 'get'>,
  userId: string,
  change: (user: User) => Promise<boolean>,
): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const user = await accounts.get(userId);
    if (!user || (await change(user))) return;
  }
  throw new Error(`the API keys of ${userId} keep changing`);
}
