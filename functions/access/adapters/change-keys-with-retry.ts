import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import type { Accounts } from './accounts.ts';
import type { User } from './user.ts';

/** Retries while `change` returns `again`. Returns undefined if the account does not exist. */
export const changeKeysWithRetry = <Result>(
  accounts: Pick<Accounts, 'get'>,
  userId: string,
  change: (user: User) => Promise<Result>,
) =>
  retryOnConflict(`the API keys of ${userId}`, async () => {
    const user = await accounts.get(userId);
    return user && change(user);
  });
