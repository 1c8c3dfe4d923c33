import { untilUnchanged } from '../../platform/until-unchanged.ts';
import type { Accounts } from './accounts.ts';
import type { User } from './user.ts';

/** Again where `change` says `again`. Undefined where there is no account. */
export const changeKeys = <Result>(
  accounts: Pick<Accounts, 'get'>,
  userId: string,
  change: (user: User) => Promise<Result>,
) =>
  untilUnchanged(`the API keys of ${userId}`, async () => {
    const user = await accounts.get(userId);
    return user && change(user);
  });
