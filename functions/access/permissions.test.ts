import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../shared/contract/index.ts';
import type { Auth } from '../../shared/contract/auth.ts';
import { defineRoutes, needsCsrf, NOTHING, type Route } from '../../shared/contract/route.ts';
import { call } from '../../tests/support/call.ts';
import { startTable, type TestTable } from '../../tests/support/dynamo.ts';
import { person } from '../../tests/support/people.ts';
import { type TestContext, testContext } from '../../tests/support/test-context.ts';
import { deleteAccount } from '../privacy/delete-account.ts';
import { csrfToken } from './signed.ts';
import { registrationSecret } from '../account/registration-proof.ts';
import { serveRoute } from './serve-route.ts';

/** `in` lets the call reach its handler, `-` says that the case does not exist for this auth. */
type Outcome =
  | 'in'
  | 'unauthenticated'
  | 'forbidden'
  | 'terms_required'
  | 'csrf'
  | 'account_inactive'
  | 'api_paid_only';

const KINDS = [
  'anonymous',
  'made-up token',
  'ended session',
  'unverified',
  'no terms',
  'customer',
  'admin',
  'inactive',
  'wrong csrf',
  'foreign csrf',
  'key',
  'key as bearer',
  'made-up key',
  'key, no terms',
  'key, inactive',
  'key, no longer paid',
  'key, unpaid',
  'test key',
  'test key, unpaid',
  'test key, no terms',
  'test key, inactive',
  'session and own key',
  'session and foreign key',
  'deleted',
  'deleted, key',
  'deleted, test key',
] as const;
type Kind = (typeof KINDS)[number];

const OPEN = Object.fromEntries(KINDS.map((kind) => [kind, 'in'])) as Record<Kind, Outcome>;

/** What a session-only route responds to whom. */
const BY_SESSION: Record<Kind, Outcome> = {
  anonymous: 'unauthenticated',
  'made-up token': 'unauthenticated',
  'ended session': 'unauthenticated',
  unverified: 'unauthenticated',
  'no terms': 'in',
  customer: 'in',
  admin: 'in',
  inactive: 'unauthenticated',
  'wrong csrf': 'csrf',
  'foreign csrf': 'csrf',
  key: 'unauthenticated',
  'key as bearer': 'unauthenticated',
  'made-up key': 'unauthenticated',
  'key, no terms': 'unauthenticated',
  'key, inactive': 'unauthenticated',
  'key, no longer paid': 'unauthenticated',
  'key, unpaid': 'unauthenticated',
  'test key': 'unauthenticated',
  'test key, unpaid': 'unauthenticated',
  'test key, no terms': 'unauthenticated',
  'test key, inactive': 'unauthenticated',
  'session and own key': 'in',
  'session and foreign key': 'in',
  deleted: 'unauthenticated',
  'deleted, key': 'unauthenticated',
  'deleted, test key': 'unauthenticated',
};

const EXPECTED: Record<Auth, Record<Kind, Outcome>> = {
  public: OPEN,
  'signed-link': OPEN,
  stripe: OPEN,
  session: BY_SESSION,
  customer: { ...BY_SESSION, admin: 'forbidden' },
  'customer-terms': { ...BY_SESSION, admin: 'forbidden', 'no terms': 'terms_required' },
  'customer-or-key': {
    ...BY_SESSION,
    admin: 'forbidden',
    'no terms': 'terms_required',
    key: 'in',
    'key as bearer': 'in',
    'key, no terms': 'terms_required',
    'key, inactive': 'account_inactive',
    'key, unpaid': 'api_paid_only',
    'test key': 'in',
    'test key, unpaid': 'in',
    'test key, no terms': 'terms_required',
    'test key, inactive': 'account_inactive',
    'session and foreign key': 'forbidden',
  },
  admin: {
    ...BY_SESSION,
    'no terms': 'forbidden',
    customer: 'forbidden',
    'session and own key': 'forbidden',
    'session and foreign key': 'forbidden',
  },
};

const STATUS: Record<Exclude<Outcome, 'in'>, number> = {
  unauthenticated: 401,
  forbidden: 403,
  terms_required: 403,
  csrf: 403,
  account_inactive: 403,
  api_paid_only: 403,
};

let table: TestTable;
let context: TestContext;
let headersOf: Record<Kind, Record<string, string>>;

/** All that somebody can show whose registration waits for its code. */
async function pendingHeaders(): Promise<Record<string, string>> {
  const now = context.clock.now();
  const pending = {
    id: context.ids.ulid(now),
    address: 'pending@mail.example',
    email: 'pending@mail.example',
    firstName: 'Ada',
    lastName: 'Martin',
    language: 'en' as const,
    passwordHash: await context.passwords.hash('correct horse 42'),
    history: { issuedAt: [], total: 0 },
  };
  const challenge = { id: 'c', mac: 'mac', expiresAt: now + 600_000, tries: 5 };
  await context.registrations.create(pending, challenge, now);
  return {
    Authorization: `Bearer ${await registrationSecret(context.secrets, pending)}`,
    'X-CSRF-Token': await csrfToken(context.secrets, pending.id),
  };
}

beforeAll(async () => {
  table = await startTable();
  context = testContext(table, {}, { LIMIT_FACTOR: '1000', CHECK_OUTPUT: 'false' });
  const [customer, admin, noTerms, inactive, ended, other, refunded, late, deleted] =
    await Promise.all([
      person(context, { paid: true }),
      person(context, { admin: true }),
      person(context, { terms: false, paid: true }),
      person(context, { active: false, paid: true }),
      person(context),
      person(context, { paid: true }),
      person(context, { paid: true }),
      person(context, { paid: true }),
      person(context, { paid: true }),
    ]);
  await context.sessions.delete(ended.user.id, ended.sessionId);
  await deleteAccount(context, deleted.user.id);
  await context.apiKeys.setPaid(refunded.user.id, false);
  await table
    .db()
    .update(
      { PK: `USER#${late.user.id}`, SK: 'PROFILE' },
      { text: 'SET paid = :no', values: { ':no': false } },
    );
  const keyOf = ({ apiKey }: { apiKey: string | null }) => ({ 'X-Api-Key': apiKey ?? 'none' });
  const testKeyOf = ({ testKey }: { testKey: string | null }) => keyOf({ apiKey: testKey });
  headersOf = {
    anonymous: {},
    'made-up token': { Authorization: 'Bearer aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' },
    'ended session': ended.headers,
    unverified: await pendingHeaders(),
    'no terms': noTerms.headers,
    customer: customer.headers,
    admin: admin.headers,
    inactive: inactive.headers,
    'wrong csrf': { ...customer.headers, 'X-CSRF-Token': 'wrong' },
    'foreign csrf': { ...customer.headers, 'X-CSRF-Token': other.headers['X-CSRF-Token'] ?? '' },
    key: keyOf(customer),
    'key as bearer': { authorization: `bearer ${customer.apiKey}` },
    'made-up key': { 'x-api-key': `tms_live_${'a'.repeat(36)}` },
    'key, no terms': keyOf(noTerms),
    'key, inactive': keyOf(inactive),
    'key, no longer paid': keyOf(refunded),
    'key, unpaid': keyOf(late),
    'test key': testKeyOf(customer),
    'test key, unpaid': testKeyOf(refunded),
    'test key, no terms': testKeyOf(noTerms),
    'test key, inactive': testKeyOf(inactive),
    'session and own key': { ...customer.headers, ...keyOf(customer) },
    'session and foreign key': { ...customer.headers, ...keyOf(other) },
    deleted: deleted.headers,
    'deleted, key': keyOf(deleted),
    'deleted, test key': testKeyOf(deleted),
  };
});
afterAll(() => table.stop());

/** The routes of the contract, and one for each kind of auth that no route has yet. */
const made = (auth: Auth, method: 'GET' | 'POST', changesState?: true): Route =>
  defineRoutes('system', {
    made: {
      method,
      path: `/api/test/${auth}`,
      auth,
      summary: '',
      output: contract.openapi.output,
      errors: [],
      ...(changesState && { changesState }),
    },
  }).made;
const changing = made('customer-terms', 'GET', true);
const ROUTES = [
  ...Object.values(contract),
  made('customer-terms', 'POST'),
  made('customer-terms', 'GET'),
  made('admin', 'POST'),
  made('admin', 'GET'),
  made('signed-link', 'GET'),
  made('stripe', 'POST'),
  changing,
] as readonly Route[];

describe.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s',
  (_, route) => {
    it.each(KINDS)('%s', async (kind) => {
      const forged = kind === 'wrong csrf' || kind === 'foreign csrf';
      const asSession = forged && !needsCsrf(route);
      const expected = EXPECTED[route.auth][asSession ? 'customer' : kind];
      // The bare route: what a call carries is judged after who makes it.
      const { file: _file, ...others } = route;
      const bare: Route = { ...others, params: NOTHING, query: NOTHING, body: NOTHING };
      let reached = false;
      const handler = serveRoute(bare, {}, async () => {
        reached = true;
        return { data: {} };
      });
      const { status, body } = await call(context, handler, {
        params: { id: 'x' },
        headers: headersOf[kind],
      });
      expect({ reached, status, code: body.code }).toEqual(
        expected === 'in'
          ? { reached: true, status: 200, code: undefined }
          : { reached: false, status: STATUS[expected], code: expected },
      );
    });
  },
);

it('asks for the CSRF header on every call that changes something with a session', () => {
  const exempt = ROUTES.filter((route) => !needsCsrf(route));
  expect(
    exempt.filter(({ method, auth }) => method !== 'GET' && auth !== 'public' && auth !== 'stripe'),
  ).toEqual([]);
  expect(needsCsrf(changing)).toBe(true);
});
