import type { Registration } from '../../../functions/access/adapters/accounts.ts';
import { userKey } from '../../../functions/access/adapters/keys.ts';
import type { User } from '../../../functions/access/adapters/user.ts';
import type { TransactionStep } from '../../../functions/platform/dynamo/db.ts';
import type { TestContext } from '../test-context.ts';

/** A state of the table and a change, which a store makes only under conditions. */
export interface ConditionRow {
  /** File of the store and the functions in it, such as `lists/tasks: complete`. */
  readonly store: string;
  /**
   * The conditional writes of the change in order, as in `absent; state version`: each with the
   * attributes in its condition, `absent` if it is true for a missing item, and `exists` if it
   * requires the item. `!` marks a write that is refused even without another writer.
   */
  readonly conditions: string;
  /** Creates the state, and returns the change, which can be repeated. */
  readonly given: (context: TestContext) => Promise<() => Promise<unknown>>;
  /** Set if the change leaves its conditions true, so that both writers may succeed. */
  readonly repeats?: boolean;
  /** Set if the writer that loses returns what the other one has stored, or the outcome of both. */
  readonly joins?: boolean;
}

type Options = Pick<ConditionRow, 'joins' | 'repeats'>;
const withOptions =
  (options: Options) =>
  (store: string, conditions: string, given: ConditionRow['given']): ConditionRow => ({
    store,
    conditions,
    given,
    ...options,
  });

/** A change for which one of two writers fails, and its caller is notified of this. */
export const once = withOptions({});
/** A change that leaves its conditions true, so that both writers may succeed. */
export const always = withOptions({ repeats: true });
/** A change for which one of two writers fails, and gets the outcome of the other one. */
export const joined = withOptions({ joins: true });

/** Returns sample data that has only the relevant fields. */
export const sample = <T>(fields: Partial<T>): T => fields as T;

/** Returns a change that consists of writes. It succeeds if all their conditions are met. */
export const writes =
  ({ db }: TestContext, steps: readonly TransactionStep[]) =>
  async (): Promise<boolean> =>
    (await db.transact(steps)) === undefined;

export const U = 'user1';
export const ANN: Registration = {
  email: 'ann@example.com',
  firstName: 'Ann',
  lastName: 'Lee',
  language: 'en',
  passwordHash: 'hash',
};

export async function createUser(
  { accounts }: TestContext,
  id = U,
  fields: Partial<Registration> = {},
): Promise<User> {
  const user = await accounts.create(id, { ...ANN, email: `${id}@example.com`, ...fields });
  if (!user) throw new Error(`${id} exists`);
  return user;
}

/** Changes fields of a stored profile, and returns it. */
export async function setFields(
  { accounts, db }: TestContext,
  fields: Partial<User>,
  id = U,
): Promise<User> {
  const user = { ...(await accounts.get(id)), ...fields } as User;
  await db.put({ ...userKey(id), ...user });
  return user;
}
