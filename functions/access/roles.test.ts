import { describe, expect, it } from 'vitest';
import { AUTH_RULES } from '../../shared/contract/auth.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { contract } from '../../shared/contract/index.ts';
import { API_RATE_LIMITS } from '../../shared/contract/limits/limits.ts';
import { rateLimitOf, type Route } from '../../shared/contract/route.ts';
import { type AccountRole, ACCOUNT_ROLES, type RouteRole } from '../../shared/model/account.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import { createPerson } from '../../tests/support/people.ts';
import { testContext } from '../../tests/support/test-context.ts';
import { addNamedKey } from '../account/keys.ts';
import { describeMe } from '../account/describe-me.ts';
import { describeSecurity } from '../security/describe-security.ts';
import { endAccessItems } from '../security/end-access.ts';
import type { SessionCaller } from './authenticate.ts';
import { authorize } from './guard.ts';

/**
 * The session routes of an account by least role. Each change here grants or revokes a right of
 * members.
 */
const ROUTES: Readonly<Record<RouteRole, readonly string[]>> = {
  any: [
    'acceptInvitation',
    'addFactor',
    'credits',
    'deleteAccount',
    'editProfile',
    'endAccess',
    'exportAccount',
    'getSecurity',
    'linkSso',
    'logout',
    'me',
    'openAccount',
    'reauthenticate',
    'removeFactor',
    'removeMember',
    'setLanguage',
    'startFactor',
  ],
  viewer: [
    'download',
    'getBounceReport',
    'getFile',
    'getImport',
    'listApplyJobs',
    'listBounceReports',
    'listConnections',
    'listFiles',
    'listLists',
    'listRows',
    'usage',
  ],
  member: [
    'checkEmail',
    'countAudience',
    'createKey',
    'createList',
    'deleteBounceReport',
    'deleteFile',
    'getCheck',
    'importContacts',
    'listAudiences',
    'listKeys',
    'mcp',
    'recheckFile',
    'renameFile',
    'reportBounces',
    'revokeKey',
    'unwatchList',
    'upload',
    'verifyCorrections',
    'watchList',
  ],
  billing: [
    'billingDetails',
    'billings',
    'createCheckout',
    'getPlan',
    'lowCredits',
    'renewal',
    'saveBillingDetails',
    'saveLowCredits',
    'subscription',
  ],
  admin: [
    'answerTransfer',
    'applyVerdicts',
    'changeMember',
    'connect',
    'createEndpoint',
    'createForm',
    'deleteEndpoint',
    'deleteForm',
    'disconnect',
    'editAccount',
    'getApiKey',
    'getDelivery',
    'getFormSecret',
    'inviteMember',
    'listActivity',
    'listDeliveries',
    'listEndpoints',
    'listForms',
    'listMembers',
    'resetApiKey',
    'resetApiKeyByGet',
    'rotateSecret',
    'sendAgain',
    'sendTestEvent',
    'undoApply',
    'updateEndpoint',
    'updateForm',
    'withdrawInvitation',
  ],
  owner: ['acceptTerms', 'saveSso'],
};

/** The least roles that each role includes. */
const INCLUDED: Readonly<Record<AccountRole, readonly string[]>> = {
  owner: ['any', 'viewer', 'member', 'billing', 'admin', 'owner'],
  admin: ['any', 'viewer', 'member', 'billing', 'admin'],
  billing: ['any', 'billing'],
  member: ['any', 'viewer', 'member'],
  viewer: ['any', 'viewer'],
};

const context = testContext(await startFileTable());
const owner = await createPerson(context, { paid: true });
const colleague = await createPerson(context);
const callerWith = (role: SessionCaller['role']): SessionCaller => ({
  via: 'session',
  viaSso: false,
  account: owner.user,
  ownerId: owner.user.id,
  person: colleague.user,
  role,
  sessionId: colleague.sessionId,
  provenAt: context.clock.now(),
  test: false,
});

const routes: [string, Route][] = Object.entries(contract);

it('gives each route that acts on an account a least role', () => {
  const ofAccounts = routes.filter(([, { auth }]) =>
    ['user', 'customer', 'customer who accepted the terms'].includes(AUTH_RULES[auth].caller),
  );
  const byRole = Map.groupBy(ofAccounts, ([, { role }]) => role);
  const sorted = [...byRole].map(([role, each]) => [role, each.map(([name]) => name).toSorted()]);
  expect(Object.fromEntries(sorted)).toEqual(ROUTES);
});

/** Returns the response to a call: the least role if the role is too low, otherwise null. */
function answerOf(route: Route, role: AccountRole): unknown {
  try {
    authorize(context, route, callerWith(role));
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'role_required') throw error;
    return error.extras.body?.['role'];
  }
}

it.each(ACCOUNT_ROLES)('lets the role %s call exactly its routes', (role) => {
  const called = routes.filter(([, route]) => route.role !== undefined);
  const answers = called.map(([name, route]) => [name, answerOf(route, role)]);
  const expected = Object.entries(ROUTES).flatMap(([least, names]) =>
    names.map((name) => [name, INCLUDED[role].includes(least) ? null : least]),
  );
  expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(expected));
});

it('counts sessions and polls per person, and money, checks and uploads per account', () => {
  const isPersonal = (route: Route): boolean => 'isPersonal' in API_RATE_LIMITS[rateLimitOf(route)];
  const perAccount = routes.filter(([, route]) => route.role && !isPersonal(route));
  expect(perAccount.map(([, route]) => rateLimitOf(route))).not.toContain('session_user');
  expect(perAccount.map(([name]) => name)).toEqual(
    expect.arrayContaining(['checkEmail', 'createCheckout', 'upload', 'reportBounces']),
  );
  expect(perAccount.filter(([, { role }]) => role === 'any').map(([name]) => name)).toEqual([]);
});

describe('a member', () => {
  const member = callerWith('member');

  it('makes no key that may do more than a member', async () => {
    const { account: user, person, role } = member;
    const by = { sourceIp: '203.0.113.1', by: 'Firefox' };
    const request = { user, role, personId: person.id, ...by };
    await expect(
      addNamedKey(context, request, { name: 'Job', scopes: ['read', 'webhooks'] }),
    ).rejects.toMatchObject({ code: 'role_required', extras: { body: { role: 'admin' } } });
    const made = await addNamedKey(context, request, { name: 'Job', scopes: ['check', 'lists'] });
    expect(made.scopes).toEqual(['check', 'lists']);
  });

  it('sees the own name and email, and the credits but not the keys of the account', async () => {
    const { user } = colleague;
    expect(await describeMe(context, member)).toMatchObject({
      email: user.email,
      account_role: 'member',
      account_id: owner.user.id,
      account_name: `${owner.user.firstName} ${owner.user.lastName}`,
      api_key: null,
      test_api_key: null,
    });
    expect(await describeMe(context, callerWith('admin'))).toMatchObject({
      api_key: owner.apiKey,
    });
  });

  it('sees and ends only own sessions and factors, an admin also the keys of the account', async () => {
    const kindsOf = async (caller: SessionCaller) => {
      const { access } = await describeSecurity(context, caller);
      return [...new Set(access.map(({ kind }) => kind))];
    };
    expect(await kindsOf(member)).toEqual(['session']);
    expect(await kindsOf(callerWith('admin'))).toEqual(['session', 'key']);
    const call = { ...member, sourceIp: '203.0.113.1', by: 'Firefox' };
    for (const id of ['first', 'test'])
      await expect(endAccessItems(context, call, { kind: 'key', id })).rejects.toMatchObject({
        code: 'not_found',
      });
    await endAccessItems(context, call, { since: new Date(0).toISOString(), reset_keys: true });
    const account = await context.accounts.get(owner.user.id);
    expect(account?.apiKeyHash).toBe(owner.user.apiKeyHash);
    expect(account?.namedKeyHashes).toHaveLength(1);
    expect(await context.sessions.list(owner.user.id)).toHaveLength(1);
  });
});
