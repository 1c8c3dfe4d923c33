import type { Db } from '../../platform/dynamo/db.ts';
import { changes, exists, putWrite, updateWrite, where } from '../../platform/dynamo/expression.ts';
import { customerKey, userKey } from './keys.ts';
import type { User } from './user.ts';

/** The Stripe customer of an account, and the plan that it subscribes to. */
export interface AccountCustomers {
  findByCustomer(customerId: string): Promise<User | undefined>;
  /** The account afterwards, with the customer it had before where there was one. */
  setCustomer(userId: string, customerId: string): Promise<User | undefined>;
  /** Removes this customer from an account that still has it; it still leads to the account. */
  leaveCustomer(userId: string, customerId: string): Promise<void>;
  /** Removes this customer, which no longer exists, from an account that still has it. */
  clearCustomer(userId: string, customerId: string): Promise<void>;
  /** The plan the account subscribes to; neither for none. Nothing when the account is gone. */
  setPlan(userId: string, plan: Pick<User, 'planId' | 'renewal'>): Promise<void>;
}

export function createAccountCustomers(
  db: Db,
  get: (userId: string) => Promise<User | undefined>,
): AccountCustomers {
  const customers: AccountCustomers = {
    async findByCustomer(customerId) {
      const item = await db.get(customerKey(customerId));
      return item && get(String(item['userId']));
    },

    async setCustomer(userId, customerId) {
      await db.transact([
        updateWrite(
          userKey(userId),
          changes({ stripeCustomerId: customerId }),
          where({ id: userId, stripeCustomerId: undefined }),
        ),
        putWrite({ ...customerKey(customerId), userId }),
      ]);
      return get(userId);
    },

    async leaveCustomer(userId, customerId) {
      await db.update(
        userKey(userId),
        changes({ stripeCustomerId: undefined, planId: undefined, renewal: undefined }),
        where({ stripeCustomerId: customerId }),
      );
    },

    async clearCustomer(userId, customerId) {
      // The look-up goes last, and also where there is no profile any more.
      await customers.leaveCustomer(userId, customerId);
      await db.delete(customerKey(customerId), where({ userId }));
    },

    async setPlan(userId, plan) {
      const { planId, renewal } = plan;
      await db.update(userKey(userId), changes({ planId, renewal }), exists);
    },
  };
  return customers;
}
