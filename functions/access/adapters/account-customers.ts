import type { Db } from '../../platform/dynamo/db.ts';
import {
  updateExpression,
  itemExists,
  putWrite,
  updateWrite,
  where,
} from '../../platform/dynamo/expression.ts';
import { customerKey, userKey } from './keys.ts';
import type { User } from './user.ts';

export interface AccountCustomers {
  findByCustomer(customerId: string): Promise<User | undefined>;
  /**
   * Links a customer to an account that has none yet. Returns the account as stored afterward, or
   * undefined if the account is gone.
   */
  setCustomer(userId: string, customerId: string): Promise<User | undefined>;
  /**
   * Removes a customer and the customer's company and plan from an account, if linked. Keeps the
   * item that maps the customer's id to the account.
   */
  detachCustomer(userId: string, customerId: string): Promise<void>;
  /**
   * Deletes the item that maps a deleted customer to the account. Call it last, because a repeated
   * call finds the account through this item.
   */
  deleteCustomerLink(userId: string, customerId: string): Promise<void>;
  /** Sets or removes the plan of an account. Does nothing if the account is gone. */
  setPlan(userId: string, plan: Pick<User, 'planId' | 'renewal'>): Promise<void>;
}

export function createAccountCustomers(
  db: Db,
  get: (userId: string) => Promise<User | undefined>,
): AccountCustomers {
  return {
    async findByCustomer(customerId) {
      const item = await db.get(customerKey(customerId));
      return item && get(String(item['userId']));
    },

    async setCustomer(userId, customerId) {
      await db.transact([
        updateWrite(
          userKey(userId),
          updateExpression({ stripeCustomerId: customerId }),
          where({ id: userId, stripeCustomerId: undefined }),
        ),
        putWrite({ ...customerKey(customerId), userId }),
      ]);
      return get(userId);
    },

    async detachCustomer(userId, customerId) {
      await db.update(
        userKey(userId),
        updateExpression({
          stripeCustomerId: undefined,
          company: undefined,
          planId: undefined,
          renewal: undefined,
        }),
        where({ stripeCustomerId: customerId }),
      );
    },

    async deleteCustomerLink(userId, customerId) {
      await db.delete(customerKey(customerId), where({ userId }));
    },

    async setPlan(userId, plan) {
      const { planId, renewal } = plan;
      await db.update(userKey(userId), updateExpression({ planId, renewal }), itemExists);
    },
  };
}
