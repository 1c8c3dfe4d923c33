import { describe, expect, it } from 'vitest';
import { contract } from '../../shared/contract/index.ts';
import {
  AUTH_RULES,
  type AuthKind,
  type Scope,
  SCOPES,
  roleForScope,
} from '../../shared/contract/auth.ts';
import {
  defineRoutes,
  needsCsrf,
  UNDEFINED_SCHEMA,
  type Route,
} from '../../shared/contract/route.ts';
import { callHandler } from '../../tests/support/call.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import { type Person, createPerson } from '../../tests/support/people.ts';
import { testContext } from '../../tests/support/test-context.ts';
import { startClosing } from '../privacy/delete-account.ts';
import { deriveCsrfToken } from './signed.ts';
import { deriveRegistrationSecret } from '../account/registration-proof.ts';
import { serveRoute } from './serve-route.ts';

/** `in`: the call reaches its handler. `-`: this kind of caller does not exist for the route. */
type Outcome =
  | 'in'
  | 'unauthenticated'
  | 'wrong_api_key'
  | 'forbidden'
  | 'terms_required'
  | 'csrf'
  | 'account_inactive'
  | 'api_paid_only'
  | 'key_scope';

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
  'key for check',
  'key for connections',
  'key for lists',
  'key for read',
  'key for webhooks',
  'revoked key',
  'key, named, no longer paid',
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
  'key for check': 'unauthenticated',
  'key for connections': 'unauthenticated',
  'key for lists': 'unauthenticated',
  'key for read': 'unauthenticated',
  'key for webhooks': 'unauthenticated',
  'revoked key': 'unauthenticated',
  'key, named, no longer paid': 'unauthenticated',
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

const EXPECTED: Record<AuthKind, Record<Kind, Outcome>> = {
  public: OPEN,
  'signed-link': OPEN,
  stripe: OPEN,
  session: BY_SESSION,
  customer: { ...BY_SESSION, admin: 'forbidden' },
  'customer-terms': { ...BY_SESSION, admin: 'forbidden', 'no terms': 'terms_required' },
  'customer-or-key': {
    ...BY_SESSION,
    anonymous: 'wrong_api_key',
    admin: 'forbidden',
    'no terms': 'terms_required',
    key: 'in',
    'key as bearer': 'in',
    'made-up key': 'wrong_api_key',
    'key, no longer paid': 'wrong_api_key',
    'deleted, key': 'wrong_api_key',
    'deleted, test key': 'wrong_api_key',
    'key, no terms': 'terms_required',
    'key, inactive': 'account_inactive',
    'key, unpaid': 'api_paid_only',
    // `hasScope` below covers the routes of the key's own scope.
    'key for check': 'key_scope',
    'key for connections': 'key_scope',
    'key for lists': 'key_scope',
    'key for read': 'key_scope',
    'key for webhooks': 'key_scope',
    'revoked key': 'wrong_api_key',
    'key, named, no longer paid': 'wrong_api_key',
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
  wrong_api_key: 401,
  forbidden: 403,
  terms_required: 403,
  csrf: 403,
  account_inactive: 403,
  api_paid_only: 403,
  key_scope: 403,
};

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
    Authorization: `Bearer ${await deriveRegistrationSecret(context.secrets, pending)}`,
    'X-CSRF-Token': await deriveCsrfToken(context.secrets, pending.id),
  };
}

const table = await startFileTable();
const context = testContext(table, {}, { LIMIT_FACTOR: '1000', CHECK_OUTPUT: 'false' });
const [customer, admin, noTerms, inactive, gone, other, refunded, late, deleted] =
  await Promise.all([
    createPerson(context, { paid: true }),
    createPerson(context, { admin: true }),
    createPerson(context, { terms: false, paid: true }),
    createPerson(context, { active: false, paid: true }),
    createPerson(context),
    createPerson(context, { paid: true }),
    createPerson(context, { paid: true }),
    createPerson(context, { paid: true }),
    createPerson(context, { paid: true }),
  ]);
await context.sessions.delete(gone.user.id, gone.sessionId);
await startClosing(context, deleted.user.id);
const named = async ({ user }: Person, ...scopes: Scope[]) => {
  const made = await context.namedKeys.create(user.id, { name: 'Job', scopes });
  if (typeof made === 'string') throw new Error(made);
  return { apiKey: made.key, id: made.kept.keyId };
};
const [check, connections, lists, read, webhooks] = [
  await named(customer, 'check'),
  await named(customer, 'connections'),
  await named(customer, 'lists'),
  await named(customer, 'read'),
  await named(customer, 'webhooks'),
];
const revoked = await named(customer, ...SCOPES);
await context.namedKeys.revoke(customer.user.id, revoked.id);
const ended = await named(refunded, ...SCOPES);
await context.apiKeys.setPaid(refunded.user.id, false);
await table
  .db()
  .update(
    { PK: `USER#${late.user.id}`, SK: 'PROFILE' },
    { text: 'SET paid = :no', values: { ':no': false } },
  );
const keyOf = ({ apiKey }: { apiKey: string | null }) => ({ 'X-Api-Key': apiKey ?? 'none' });
const testKeyOf = ({ testKey }: { testKey: string | null }) => keyOf({ apiKey: testKey });
const headersOf = {
  anonymous: {},
  'made-up token': { Authorization: 'Bearer aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' },
  'ended session': gone.headers,
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
  'key for check': keyOf(check),
  'key for connections': keyOf(connections),
  'key for lists': keyOf(lists),
  'key for read': keyOf(read),
  'key for webhooks': keyOf(webhooks),
  'revoked key': keyOf(revoked),
  'key, named, no longer paid': keyOf(ended),
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

/** Defines a route for authorization rules that no route of the contract covers. */
const defineTestRoute = (
  access: { auth: 'customer-terms'; role: 'any' } | { auth: 'admin' | 'signed-link' | 'stripe' },
  method: 'GET' | 'POST',
  changesState?: true,
): Route =>
  defineRoutes('system', {
    made: {
      method,
      path: `/api/test/${access.auth}`,
      ...access,
      output: contract.openapi.output,
      errors: [],
      ...(changesState && { changesState }),
    },
  }).made;
const ofCustomers = { auth: 'customer-terms', role: 'any' } as const;
const changing = defineTestRoute(ofCustomers, 'GET', true);
const ROUTES = [
  ...Object.values(contract),
  defineTestRoute(ofCustomers, 'POST'),
  defineTestRoute(ofCustomers, 'GET'),
  defineTestRoute({ auth: 'admin' }, 'POST'),
  defineTestRoute({ auth: 'admin' }, 'GET'),
  defineTestRoute({ auth: 'signed-link' }, 'GET'),
  defineTestRoute({ auth: 'stripe' }, 'POST'),
  changing,
] as readonly Route[];

describe.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s',
  (_, route) => {
    it.each(KINDS)('%s', async (kind) => {
      const forged = kind === 'wrong csrf' || kind === 'foreign csrf';
      const asSession = forged && !needsCsrf(route);
      const hasScope = route.scope !== undefined && kind === `key for ${route.scope}`;
      const listed = EXPECTED[route.auth][asSession ? 'customer' : kind];
      const isFirstKey = listed === 'in' && /^(test )?key\b/.test(kind);
      const lacksScope = isFirstKey && route.scope === 'connections';
      const expected = hasScope ? 'in' : lacksScope ? 'key_scope' : listed;
      // The route accepts any input, because only its authorization is tested.
      const { file: _file, ...others } = route;
      const routeWithoutInput: Route = {
        ...others,
        params: UNDEFINED_SCHEMA,
        query: UNDEFINED_SCHEMA,
        body: UNDEFINED_SCHEMA,
      };
      let reached = false;
      const handler = serveRoute(routeWithoutInput, {}, async () => {
        reached = true;
        return { data: {} };
      });
      const { status, body } = await callHandler(context, handler, {
        params: { id: 'x', delivery: 'x' },
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

it('requires the CSRF header on every session call that changes something', () => {
  const exempt = ROUTES.filter((route) => !needsCsrf(route));
  expect(
    exempt.filter(({ method, auth }) => method !== 'GET' && auth !== 'public' && auth !== 'stripe'),
  ).toEqual([]);
  expect(needsCsrf(changing)).toBe(true);
});

it('gives each route that accepts keys a scope, and `read` to all that only read', () => {
  const open = Object.entries<Route>(contract).filter(([, { auth }]) => AUTH_RULES[auth].keys);
  const byScope = Map.groupBy(open, ([, { scope }]) => scope);
  expect([...byScope.keys()].toSorted()).toEqual([...SCOPES]);
  const reads = open.filter(([name, { method }]) => method === 'GET' || name === 'download');
  // A key with the scope `check` must be able to poll its pending checks. Bounce reports contain
  // addresses and replies that no list contains, and connections belong to another service, so the
  // scope `read` does not include them.
  const others = reads.filter(([, { scope }]) => scope !== 'read' && scope !== 'connections');
  expect(others.map(([name]) => name).toSorted()).toEqual([
    'getBounceReport',
    'getCheck',
    'listBounceReports',
  ]);
});

it('lets only roles that may call all routes of a scope create a key with it', () => {
  const highest = (scope: Scope): string | undefined =>
    ['admin', 'member', 'viewer'].find((role) =>
      Object.values<Route>(contract).some(
        (route) => route.method !== 'GET' && route.scope === scope && route.role === role,
      ),
    );
  expect(SCOPES.map((scope) => [scope, roleForScope(scope)])).toEqual(
    SCOPES.map((scope) => [scope, highest(scope) === 'admin' ? 'admin' : 'member']),
  );
});
