import type { adminRoutes, PaymentRow } from '../../shared/contract/admin.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { OutputOf } from '../../shared/contract/route.ts';
import type { z } from 'zod/mini';
import { factorsOf } from '../access/second-factor.ts';
import { type Language, ROLE } from '../../shared/model/account.ts';
import { describeFreeAnswers } from '../credits/describe-free-answers.ts';
import { accountNameOf, formatName } from '../access/account-name.ts';
import type { User } from '../access/adapters/user.ts';
import { roleIn } from '../access/role.ts';
import {
  refundedCents,
  isFreePurchase,
  isRefundAdvised,
  type Purchase,
  billingStatusOf,
  stripePageOf,
} from '../billing/rules/purchase.ts';
import { profileOf } from '../account/describe-me.ts';
import { userIdOf } from '../access/rules/owner.ts';
import { PLAN_VERSIONS } from '../../shared/model/plans/plans.ts';
import { loadListDetail } from '../lists/history/describe-list.ts';
import { paginateRows } from '../platform/paging.ts';
import type { AdminDeps } from './deps.ts';

type UserDetails = OutputOf<(typeof adminRoutes)['getUser']>['data'];

type Query = z.output<(typeof adminRoutes)['getUser']['query']>;
type Deps = Pick<
  AdminDeps,
  | 'accounts'
  | 'adjustments'
  | 'clock'
  | 'env'
  | 'freeAnswers'
  | 'ledger'
  | 'limits'
  | 'lists'
  | 'purchases'
  | 'sessions'
>;

const MAX_PAYMENTS = 100;
const LISTS_PER_PAGE = 10;

/**
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

/** Returns the login of an account's owner: since a transfer, another one than the account. */
export const ownerOf = async (
  { accounts }: Pick<AdminDeps, 'accounts'>,
  account: User,
): Promise<User> =>
  account.owner === undefined ? account : ((await accounts.get(account.owner)) ?? account);

/** The accounts of others that a person has joined, or owns since a transfer. */
async function accountsOfPerson(
  { accounts }: Pick<AdminDeps, 'accounts'>,
  { id: personId, joined = [] }: User,
): Promise<UserDetails['accounts']> {
  const found = await Promise.all(joined.map((id) => accounts.get(id)));
  return found.flatMap((account) => {
    const role = account && roleIn(account, personId);
    return role
      ? [{ id: account.id, name: accountNameOf(account), email: account.email, role }]
      : [];
  });
}

/** @throws {AppError} as `requireCustomer` */
export async function describeUser(
  deps: Deps,
  userId: string,
  language: Language,
  query: Query,
): Promise<UserDetails> {
  const user = await requireCustomer(deps, userId);
  const [owner, balance, { all }, lists, purchases, sessions, usage] = await Promise.all([
    ownerOf(deps, user),
    deps.ledger.balance(userId),
    deps.adjustments.read(userId),
    pageOfLists(deps, userId, query),
    deps.purchases.listPage(userId, { skip: 0, limit: MAX_PAYMENTS, oldestFirst: false }),
    deps.sessions.list(user.owner ?? userId),
    deps.ledger.usage(userId, { days: '', limit: 1 }),
  ]);
  const { available, reserved, held, debt } = balance;
  const hasFactors = factorsOf(owner, deps.clock.now()).length > 0;
  const { factorReset: reset } = owner;
  const emails = new Map<string, string>();
  for (const id of new Set(all.map(({ by }) => by)))
    emails.set(id, (await deps.accounts.get(id))?.email ?? id);
  const logins = sessions.map(({ createdAt }) => new Date(createdAt).toISOString());
  const times = [user.createdAt, ...logins, ...usage.lines.flatMap(({ at }) => at ?? [])];
  return {
    profile: {
      ...profileOf(user, balance),
      created_at: user.createdAt,
      last_active_at: times.toSorted().at(-1) ?? user.createdAt,
      has_factors: hasFactors,
      factor_reset_at: hasFactors && reset ? new Date(reset.at).toISOString() : null,
      plan_version: PLAN_VERSIONS.findLast(({ planId }) => planId === user.planId) ?? null,
    },
    owner:
      owner.id === user.id ? null : { id: owner.id, email: owner.email, name: formatName(owner) },
    accounts: await accountsOfPerson(deps, user),
    members: (user.members ?? []).map(({ id, email, role, since }) => ({ id, email, role, since })),
    balance: { available, reserved, held, debt },
    free_answers: (await describeFreeAnswers(deps, userId, language)).label,
    payments: purchases
      .filter((each) => !isFreePurchase(each))
      .map((each) => paymentOf(each, deps.env.STRIPE_LIVE)),
    lists: {
      ...lists,
      data: await Promise.all(lists.data.map((list) => loadListDetail(deps, list))),
    },
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

async function pageOfLists({ lists }: Deps, userId: string, { page, file }: Query) {
  if (file === undefined)
    return lists.page(userId, { page, size: LISTS_PER_PAGE, newestFirst: true });
  const owner = (await lists.findOwner(file)) ?? userId;
  const list = userIdOf(owner) === userId ? await lists.get(owner, file) : undefined;
  return paginateRows(list ? [list] : [], 1, LISTS_PER_PAGE);
}

const paymentOf = (purchase: Purchase, isLive: boolean): PaymentRow => ({
  id: purchase.id,
  no_of_credit: purchase.credits,
  price_cents: purchase.cents,
  date: purchase.date,
  invoice_number: purchase.invoice?.number ?? null,
  stripe_url: stripePageOf(purchase, isLive) ?? null,
  list_id: purchase.listId ?? null,
  status: billingStatusOf(purchase),
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
