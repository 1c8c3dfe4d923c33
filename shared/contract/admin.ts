import * as z from 'zod/mini';
import { USER_STATUS } from '../model/account.ts';
import {
  DEFAULT_USER_PAGE_SIZE,
  MAX_USER_SEARCH_LENGTH,
  USER_PAGE_SIZES,
  USER_SORT_FIELDS,
} from '../model/users-page.ts';
import { count, envelope, id, pageNumber, timestamp } from './fields.ts';
import { defineRoutes } from './route.ts';

const status = z.enum(USER_STATUS, { error: 'field.invalid' });

/** What a customer bought, newest first in a row of the user list. */
const purchase = z.object({
  no_of_credit: count(),
  /** With its currency: `€5.00`. */
  price: z.string(),
  price_cents: count(),
  date: timestamp(),
});

/** A customer as a row of the administrators' list. */
export const userRow = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  status,
  used_credit: count(),
  available_credit: count(),
  /** At most the newest hundred. */
  purchase_history: z.array(purchase),
  created_at: timestamp(),
});
export type UserRow = z.infer<typeof userRow>;

const sort = z.enum(
  USER_SORT_FIELDS.flatMap((field) => [`${field}:desc`, `${field}:asc`] as const),
);
const limit = z.enum(USER_PAGE_SIZES.map(String));

export const adminRoutes = defineRoutes('admin', {
  listUsers: {
    method: 'GET',
    path: '/api/users',
    auth: 'admin',
    summary: 'The customers, by search text and status, a page at a time',
    query: z.object({
      limit: z._default(
        z.catch(limit, String(DEFAULT_USER_PAGE_SIZE)),
        String(DEFAULT_USER_PAGE_SIZE),
      ),
      page: pageNumber(),
      sort: z._default(z.catch(sort, 'created_at:desc'), 'created_at:desc'),
      /** Words, each of which is part of the first name, the last name or the address. */
      search: z._default(
        z.string().check(z.maxLength(MAX_USER_SEARCH_LENGTH, { error: 'field.too_long' })),
        '',
      ),
      /** Empty: both. */
      status: z._default(z.enum(['', '1', '2'], { error: 'field.invalid' }), ''),
    }),
    output: z.object({
      data: z.array(userRow),
      /** Of all customers, whatever is searched for. */
      total_active: count(),
      total_inactive: count(),
      from: z.nullable(count()),
      current_page: count(),
      last_page: count(),
      /** Customers that match search and status. */
      total: count(),
    }),
    errors: [],
  },

  updateUser: {
    method: 'POST',
    path: '/api/user/update',
    auth: 'admin',
    summary: 'Activate or deactivate a customer; saying it again changes nothing',
    body: z.object({ id: id(), status }),
    output: envelope(z.object({ id: z.string(), status })),
    errors: ['not_found'],
  },
});
