import type { adminRoutes, PaymentRow } from '../../shared/contract/admin.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { OutputOf } from '../../shared/contract/route.ts';
import { ROLE } from '../../shared/model/account.ts';
import type { User } from '../access/adapters/user.ts';
import {
  refundedCents,
  isFree,
  isRefundAdvised,
  type Purchase,
  statusOf,
} from '../billing/rules/purchase.ts';
import type { AdminDeps } from './deps.ts';
import { replacedOf } from './give-credits.ts';

type UserDetails = OutputOf<(typeof adminRoutes)['getUser']>['data'];

const MAX_PAYMENTS = 100;
const MAX_LISTS = 50;

/**
 * Returns the account if it is a customer's.
 * @throws {AppError} `not_found`; `forbidden` for an administrator: administrators have no credits
 *   and must not grant any to themselves
 */
export async function requireCustomer(
  { accounts }: Pick<AdminDeps, 'accounts'>,
  id: string,
): Promise<User> {
  const user = await accounts.get(id);
  if (!user) throw new AppError('not_found');
  if (user.role === ROLE.admin) throw new AppError('forbidden');
  return user;
}

/** @throws {AppError} the errors of `requireCustomer` */
export async function describeUser(
  deps: Pick<AdminDeps, 'accounts' | 'adjustments' | 'ledger' | 'lists' | 'purchases'>,
  userId: string,
): Promise<UserDetails> {
  await requireCustomer(deps, userId);
  const listQuery = { page: 1, size: MAX_LISTS, newestFirst: true };
  const [balance, { all }, lists, purchases] = await Promise.all([
    deps.ledger.balance(userId),
    deps.adjustments.read(userId),
    deps.lists.page(userId, listQuery),
    deps.purchases.listPage(userId, { skip: 0, limit: MAX_PAYMENTS, oldestFirst: false }),
  ]);
  const { available, reserved, held, debt } = balance;
  const emails = new Map<string, string>();
  for (const id of new Set(all.map(({ by }) => by)))
    emails.set(id, (await deps.accounts.get(id))?.email ?? id);
  return {
    balance: { available, reserved, held, debt },
    payments: purchases.filter((each) => !isFree(each)).map(paymentOf),
    lists: lists.data
      .filter(({ endDate, charged }) => endDate !== null && charged > 0)
      .map(({ listId, name, createdAt, charged }) => ({
        file_id: listId,
        file_name: name,
        created_at: createdAt,
        credits_charged: charged,
        credits_replaced: replacedOf(all, listId),
      })),
    adjustments: all.map(
      ({ id, kind, at, by, reason, credits, cents, state, purchaseId, listId }) => ({
        id,
        kind,
        at,
        by: emails.get(by) ?? by,
        reason,
        credits,
        cents: cents ?? null,
        state: state ?? 'done',
        payment_id: purchaseId ?? null,
        file_id: listId ?? null,
      }),
    ),
  };
}

const paymentOf = (purchase: Purchase): PaymentRow => ({
  id: purchase.id,
  no_of_credit: purchase.credits,
  price_cents: purchase.cents,
  date: purchase.date,
  status: statusOf(purchase),
  gone_cents: refundedCents(purchase),
  kept_cents: purchase.kept ?? 0,
  gone_credits: purchase.revoked,
  refundable: purchase.paymentId !== undefined,
  disputes: Object.entries(purchase.disputes).map(([id, state]) => ({
    state,
    cents: purchase.disputed?.[id] ?? purchase.cents,
  })),
  fraud_warnings: Object.values(purchase.fraudWarnings ?? {}),
  refund_advised: isRefundAdvised(purchase),
});
