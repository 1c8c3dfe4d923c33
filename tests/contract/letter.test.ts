import { expect, it } from 'vitest';
import { contract } from '../../shared/contract/index.ts';
import type { Route } from '../../shared/contract/route.ts';
import { DEFAULT_USER_PAGE_SIZE, USER_PAGE_SIZES } from '../../shared/model/users-page.ts';
import { collectFieldPaths } from './field-names.ts';

const ME =
  'email first_name last_name role terms_accepted available_credit api_key plan plan.id language stripe_customer_id';
const USER =
  'id first_name last_name email status used_credit available_credit purchase_history purchase_history[].no_of_credit purchase_history[].price purchase_history[].date';
const LIST = 'id file_id file_name start_date end_date total_email valid invalid processed status';
const PAGE = 'data.from data.current_page data.last_page data.total';
const below = (path: string, names: string) =>
  names
    .split(' ')
    .map((name) => `${path}${name}`)
    .join(' ');

/** Routes that the specification names, with their input and response. */
const CALLS: readonly (readonly [call: string, takes: string, responds: string])[] = [
  [
    'POST /api/register',
    'first_name last_name email password confirm_password agree_policy language g-recaptcha-response partner_key',
    'data.email data.verified',
  ],
  ['POST /api/login', 'email password', 'data.token'],
  ['POST /api/resend-otp', 'email', 'data.language'],
  ['POST /api/verify-email', 'email otp', 'data.token'],
  ['POST /api/forget-password', 'email', 'data'],
  ['POST /api/reset-password', 'new_password confirm_password token email', 'data'],
  ['POST /api/logout', '', 'data'],
  ['GET /api/me', '', below('data.', ME)],
  ['POST /api/verify/email', 'email', 'data'],
  ['POST /api/upload', 'file name api_key', 'data'],
  ['GET /api/get-file', 'sort page filter', `${PAGE} ${below('data.data[].', LIST)}`],
  ['POST /api/download', 'file_id type', 'data'],
  ['DELETE /api/file/{id}', 'id', 'data'],
  [
    'GET /api/get-plan',
    '',
    below('data[].', 'id type price description description_fr payment_url'),
  ],
  [
    'GET /api/billings',
    'sort page',
    `${PAGE} ${below('data.data[].', 'no_of_credit price date receipt_url')}`,
  ],
  [
    'POST /api/edit-profile',
    'first_name last_name email current_password new_password confirm_password',
    'data',
  ],
  ['DELETE /api/account/delete', '', 'data'],
  ['GET /api/reset-api-key', '', 'data'],
  [
    'GET /api/users',
    'limit page sort search status',
    `total_active total_inactive from current_page last_page total others ${below('data[].', USER)}`,
  ],
  ['POST /api/user/update', 'id status', 'data.status'],
  ['GET /api/subscription', '', 'data'],
];

const routes: readonly Route[] = Object.values(contract);
it.each(CALLS)(
  '%s accepts and returns the fields in the specification',
  (call, takes, responds) => {
    const route = routes.find(({ method, path }) => `${method} ${path}` === call);
    if (route === undefined) throw new Error(`There is no route ${call}`);
    const { params, query, body, form, output } = route;
    const taken = [params, query, body, form].flatMap((schema) =>
      collectFieldPaths(schema, 'input'),
    );
    expect(taken).toEqual(expect.arrayContaining(takes.split(' ').filter(Boolean)));
    expect(collectFieldPaths(output, 'output')).toEqual(
      expect.arrayContaining(responds.split(' ')),
    );
  },
);

it('lists users newest first, fifty per page or as many as requested', () => {
  expect([USER_PAGE_SIZES, DEFAULT_USER_PAGE_SIZE]).toEqual([[10, 20, 50, 100], 50]);
  expect(contract.listUsers.query.parse({})).toMatchObject({
    limit: '50',
    page: 1,
    sort: 'created_at:desc',
  });
  expect(contract.listFiles.query.parse({})).toMatchObject({
    page: 1,
    sort: 'created_at:desc',
    filter: 'all',
  });
  expect(contract.billings.query.parse({})).toMatchObject({ page: 1, sort: 'date:desc' });
});
