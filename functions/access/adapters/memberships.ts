import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import { updateExpression, updateWrite, where } from '../../platform/dynamo/expression.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import type { Accounts } from './accounts.ts';
import { userKey } from './keys.ts';
import type { Member, User } from './user.ts';

interface Change {
  readonly members: readonly Member[];
  /** Writes of the same transaction. If one of their conditions fails, the change is decided again. */
  readonly also?: readonly TransactionStep[];
}

/** Members are listed in the profile of their account, and the account in their own profile. */
export interface Memberships {
  /**
   * Changes the membership of one person in one transaction, under the condition that the members
   * are those that `decide` has seen.
   * @param decide returns the new members, or undefined to change nothing; runs again on a conflict
   * @returns false if the account does not exist or nothing was to change
   */
  update(
    accountId: string,
    personId: string,
    decide: (account: User, person: User | undefined) => Promise<Change | undefined>,
  ): Promise<boolean>;
  /** Returns false if the person is not a member. */
  remove(
    accountId: string,
    personId: string,
    ...also: readonly TransactionStep[]
  ): Promise<boolean>;
}

function listWrite(user: User, list: 'joined' | 'members', next: readonly unknown[]) {
  const { id, [list]: current } = user;
  return updateWrite(
    userKey(id),
    updateExpression({ [list]: next.length > 0 ? next : undefined }),
    where({ id, [list]: current && [current] }),
  );
}

export function createMemberships(db: Db, accounts: Pick<Accounts, 'get'>): Memberships {
  const memberships: Memberships = {
    update: (accountId, personId, decide) =>
      retryOnConflict(`the members of ${accountId}`, async () => {
        const [account, person] = await Promise.all([
          accounts.get(accountId),
          accounts.get(personId),
        ]);
        const change = account && (await decide(account, person));
        if (!change) return false;
        const joined = person?.joined ?? [];
        const isMember = change.members.some(({ id }) => id === personId);
        const others = joined.filter((id) => id !== accountId);
        const canceled = await db.transact([
          listWrite(account, 'members', change.members),
          ...(person && isMember !== joined.includes(accountId)
            ? [listWrite(person, 'joined', isMember ? [...others, accountId] : others)]
            : []),
          ...(change.also ?? []),
        ]);
        return canceled ? 'again' : true;
      }),

    remove: (accountId, personId, ...also) =>
      memberships.update(accountId, personId, async ({ members = [] }) => {
        const others = members.filter(({ id }) => id !== personId);
        return others.length === members.length ? undefined : { members: others, also };
      }),
  };
  return memberships;
}
