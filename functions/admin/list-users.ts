import type { z } from 'zod/mini';
import { normalizeAddress } from '../../packages/verifier/src/address/read-address.ts';
import type { adminRoutes, UserRow } from '../../shared/contract/admin.ts';
import type { OutputOf } from '../../shared/contract/route.ts';
import { USER_STATUS, type UserStatus } from '../../shared/model/account.ts';
import { USER_SORT_FIELDS, LIST_ID_PATTERN } from '../../shared/model/users-page.ts';
import type { User } from '../access/adapters/user.ts';
import type { DirectoryRow } from '../access/rules/directory-row.ts';
import { listPurchases } from '../billing/documents/list-billings.ts';
import { paginateRows } from '../platform/paging.ts';
import type { CustomerSelection } from './customer-index.ts';
import type { AdminDeps } from './deps.ts';
import { userIdOf } from '../access/rules/owner.ts';
import { callStripe } from '../billing/call-stripe.ts';

/** A Stripe reference: a checkout session's id, or an invoice number such as `8F3A1B2C-0001`. */
const STRIPE_REFERENCE = /^(?:cs_\w+|[\dA-Z]+(?:-[\dA-Z]+)*-\d{4,})$/i;

/**
 * @param reference id of a user, a list, a Stripe customer or a checkout session, or number of an invoice
 * @throws {AppError} `payment_unavailable` if Stripe did not answer
 */
async function findUserIdByReference(
  deps: Pick<AdminDeps, 'accounts' | 'lists' | 'log' | 'stripe'>,
  reference: string,
): Promise<string | undefined> {
  if (LIST_ID_PATTERN.test(reference)) {
    const owner = await deps.lists.findOwner(reference.toUpperCase());
    return owner === undefined ? reference.toUpperCase() : userIdOf(owner);
  }
  const customerId = STRIPE_REFERENCE.test(reference)
    ? await callStripe(deps, 'search_failed', {}, () => deps.stripe.findCustomerIdOf(reference))
    : reference.startsWith('cus_') && reference;
  return customerId ? (await deps.accounts.findByCustomer(customerId))?.id : undefined;
}

const otherOf = (
  kind: 'person' | 'registration',
  { id, firstName, lastName, email }: Pick<User, 'email' | 'firstName' | 'id' | 'lastName'>,
) => ({ kind, id, first_name: firstName, last_name: lastName, email });

/** Returns the people with this address or id who have no account. */
async function findOthers(
  { accounts, registrations }: Pick<AdminDeps, 'accounts' | 'registrations'>,
  search: string,
): Promise<OutputOf<ListUsers>['others']> {
  const address = normalizeAddress(search);
  const [person, pending] = await Promise.all([
    address === undefined && LIST_ID_PATTERN.test(search)
      ? accounts.get(search.toUpperCase())
      : accounts.findByEmail(search),
    address === undefined ? [] : registrations.list(address),
  ]);
  return [
    ...(person?.memberOnly ? [otherOf('person', person)] : []),
    ...pending.map((each) => otherOf('registration', each)),
  ];
}

type ListUsers = (typeof adminRoutes)['listUsers'];
type ListUsersQuery = z.output<ListUsers['query']>;

const MAX_PURCHASES = 100;

const STATUS_BY_FILTER: Readonly<Record<ListUsersQuery['status'], UserStatus | undefined>> = {
  '': undefined,
  '1': USER_STATUS.active,
  '2': USER_STATUS.inactive,
};

function sortOf(sort: ListUsersQuery['sort']): CustomerSelection['sort'] {
  const field = USER_SORT_FIELDS.find((name) => sort.startsWith(`${name}:`)) ?? 'created_at';
  return { field, descending: sort.endsWith(':desc') };
}

/**
 * Searches by name and email address. Tries other references, such as a list's id, only if nobody
 * matches.
 */
export async function searchUsers(
  deps: Pick<AdminDeps, 'customers' | 'ledger' | 'purchases' | 'registrations'> &
    Parameters<typeof findUserIdByReference>[0],
  { limit, page, search, sort, status }: ListUsersQuery,
): Promise<OutputOf<ListUsers>> {
  const index = await deps.customers.current();
  const selection = { status: STATUS_BY_FILTER[status], sort: sortOf(sort) };
  let selected = index.select({ ...selection, search });
  if (selected.length === 0) {
    const userId = await findUserIdByReference(deps, search.trim());
    const all = userId === undefined ? [] : index.select({ ...selection, search: '' });
    selected = all.filter(({ id }) => id === userId);
  }
  const { data: pageRows, ...pagination } = paginateRows(selected, page, Number(limit));
  const totals = {
    total_active: index.count(USER_STATUS.active),
    total_inactive: index.count(USER_STATUS.inactive),
  };

  const ids = pageRows.map(({ id }) => id);
  const [balances, buyers] = await Promise.all([
    deps.ledger.balances(ids),
    deps.purchases.findBuyers(ids),
  ]);
  const historyOf = async (userId: string): Promise<UserRow['purchase_history']> => {
    if (!buyers.has(userId)) return [];
    const purchases = await listPurchases(deps, userId, MAX_PURCHASES);
    return purchases.map(({ no_of_credit, price, price_cents, date }) => {
      return { no_of_credit, price, price_cents, date };
    });
  };
  const rowOf = async (row: DirectoryRow): Promise<UserRow> => ({
    id: row.id,
    first_name: row.firstName,
    last_name: row.lastName,
    email: row.email,
    status: row.status,
    used_credit: balances.get(row.id)?.consumed ?? 0,
    available_credit: balances.get(row.id)?.available ?? 0,
    purchase_history: await historyOf(row.id),
    created_at: row.createdAt,
  });
  return {
    data: await Promise.all(pageRows.map(rowOf)),
    ...totals,
    ...pagination,
    others: await findOthers(deps, search.trim()),
  };
}
