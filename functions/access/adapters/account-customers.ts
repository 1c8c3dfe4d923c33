import type { Db } from '../../platform/dynamo/db.ts';
import { changes, exists, putWrite, updateWrite, where } from '../../platform/dynamo/expression.ts';
import { customerKey, userKey } from './keys.ts';
import type { User } from './user.ts';

/** The Stripe customer of an account, and the plan it subscribes to. */
export interface AccountCustomers {
  findByCustomer(customerId: string): Promise<User | undefined>;
  /** Returns the updated account, which keeps its existing customer if it has one. */
  setCustomer(userId: string, customerId: string): Promise<User | undefined>;
  /** Removes this customer from an account that still has it, but keeps its look-up item. */
  detachCustomer(userId: string, customerId: string): Promise<void>;
  /** Removes this customer, which no longer exists, from an account that still has it. */
  clearCustomer(userId: string, customerId: string): Promise<void>;
  /** Sets the subscribed plan, or none. Does nothing if the account is gone. */
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

    async detachCustomer(userId, customerId) {
      await db.update(
        userKey(userId),
        changes({ stripeCustomerId: undefined, planId: undefined, renewal: undefined }),
        where({ stripeCustomerId: customerId }),
      );
    },

    async clearCustomer(userId, customerId) {
      // Delete the look-up last, also if there is no profile any more.
      await customers.detachCustomer(userId, customerId);
      await db.delete(customerKey(customerId), where({ userId }));
    },

    async setPlan(userId, plan) {
      const { planId, renewal } = plan;
      await db.update(userKey(userId), changes({ planId, renewal }), exists);
    },
  };
  return customers;
}
