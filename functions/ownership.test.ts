import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { connectionRoutes } from '../shared/contract/connections.ts';
import { AUTH_RULES, SCOPES } from '../shared/contract/auth.ts';
import { type Route, acceptsInput } from '../shared/contract/route.ts';
import { contract, type RouteName } from '../shared/contract/index.ts';
import { newSourceIp } from '../tests/support/account-harness.ts';
import { invoke } from '../tests/support/invoke.ts';
import { createApiEvent, type ApiEventParts } from '../tests/support/api-event.ts';
import { callHandler } from '../tests/support/call.ts';
import { startFileTable } from '../tests/support/file-table.ts';
import { addMember, type Person, createPerson } from '../tests/support/people.ts';
import { submitReport } from '../tests/support/bounce-reports.ts';
import { createPipelineHarness } from '../tests/support/pipeline-harness.ts';
import { createFakeKlaviyo } from '../lab/fake-services/src/klaviyo/fake-klaviyo.ts';
import { SAMPLE_APPLY_JOB, SAMPLE_IMPORT } from '../tests/support/sample-import.ts';
import { startServices } from '../tests/support/service-call.ts';
import { testClock } from '../tests/support/test-clock.ts';
import { signLink } from './access/signed.ts';
import { chargeAndVerify } from './checks/check-email.ts';
import { exportKey } from './privacy/rules/blob-keys.ts';
import { routes } from '../tests/support/routes.ts';

/**
 * These tests call every route that takes an id as a caller who names another customer's object.
 */

const PURCHASE = 'purchase1';
const EXPORT = 'export1';
const FORM = { name: 'Shop', origins: ['https://shop.example'], daily_checks: 9 };
const LIST = 'ok1@a.fr\nbad1@a.fr\nodd1@a.fr\ntypo1@a.fr\n';

const nameOf = (body: unknown): string =>
  z.object({ data: z.object({ id: z.string() }) }).parse(body).data.id;

const table = await startFileTable();
const fakeKlaviyo = createFakeKlaviyo({ profiles: 3 });
const services = await startServices(testClock(), fakeKlaviyo);
afterAll(() => services[Symbol.asyncDispose]());
const world = await createPipelineHarness(table, { paid: true }, { serviceCalls: services });
const { context, userId, blobs } = world;
const other = await createPerson(context, { paid: true });
const admin = await createPerson(context, { admin: true });
await world.grant(10);
const listId = await world.upload(LIST);
const request = { userId, email: 'ok2@a.fr', by: 'web', waitSeconds: 0 };
const check = await chargeAndVerify(context, request);
const checkId = check.verdict ? '' : check.requestId;
await world.drain();
const reportId = await submitReport(world, { rows: [{ email: 'ok1@a.fr' }] });
await world.drain();
const key = await context.namedKeys.create(userId, { name: 'Job', scopes: ['read'] });
const keyId = typeof key === 'string' ? key : key.kept.keyId;
await blobs.put(exportKey(userId, EXPORT), '{}');
const made = await callHandler(context, routes.createEndpoint, {
  headers: world.headers,
  body: { url: 'https://hooks.customer.test/', events: ['list.finished'] },
});
const endpointId = nameOf(made.body);
const form = { headers: world.headers, body: FORM };
const formId = nameOf((await callHandler(context, routes.createForm, form)).body);
const connected = await callHandler(context, routes.connect, {
  headers: world.headers,
  body: { service: 'klaviyo', key: 'pk_test' },
});
const connectionId = nameOf(connected.body);
await context.imports.add({ ...SAMPLE_IMPORT, userId });
await context.applyJobs.add({ ...SAMPLE_APPLY_JOB, userId });
const INVITATION = 'invitation1';
const member = await createPerson(context);
await addMember(context, world.owner, member, 'member');
const memberId = member.user.id;
await context.invitations.put(userId, {
  id: INVITATION,
  email: 'invited@mail.example',
  role: 'member',
  by: userId,
  sentAt: context.clock.now(),
  expiresAt: context.clock.now() + 86_400_000,
});
const sent = { headers: world.headers, params: { id: endpointId } };
const deliveryId = nameOf((await callHandler(context, routes.sendTestEvent, sent)).body);
await context.db.transact(
  context.purchases.createWrites({
    id: PURCHASE,
    userId,
    source: 'cs:cs_1',
    version: 'pack_1000_v1',
    credits: 1000,
    cents: 500,
    refunded: 0,
    revoked: 0,
    disputes: {},
    date: new Date(context.clock.now()).toISOString(),
    revision: 0,
  }),
);
// Long enough for every rate limit used by an earlier call to recover.
beforeEach(async () => {
  context.clock.advance(600_000);
  // Sensitive calls require a recent proof.
  for (const { sessionId } of [world.owner, other, admin])
    await context.sessions.recordProof(sessionId, context.clock.now());
});

async function responseOf(name: RouteName, parts: ApiEventParts) {
  const handler = routes[name];
  const event = createApiEvent(handler.route, { sourceIp: newSourceIp(), ...parts });
  const { statusCode, headers } = await invoke(handler, world.context, event);
  return [statusCode, headers?.['Location']];
}

const receiptLink = (ownerId: string, subject: string): Promise<string> =>
  signLink(context, { purpose: 'receipt', subject }, ownerId, 60);
const exportLink = (ownerId: string): Promise<string> =>
  signLink(context, { purpose: 'export', subject: EXPORT }, ownerId, 60);

const EXPIRED = { receipt: '/invoices', downloadExport: '/settings' };
const expiredAt = (page: string) => [303, `https://app.tamis.example${page}?error=expired`];

/** The objects of the customer, by the path prefixes that contain their ids. */
const OBJECTS: readonly (readonly [prefix: string, params: () => Record<string, string>])[] = [
  ['/api/file/{id}', () => ({ id: listId })],
  ['/api/lists/{id}', () => ({ id: listId })],
  ['/api/webhooks/{id}', () => ({ id: endpointId, delivery: deliveryId })],
  ['/api/keys/{id}', () => ({ id: keyId })],
  ['/api/forms/{id}', () => ({ id: formId })],
  ['/api/connections/{id}', () => ({ id: connectionId })],
  ['/api/apply/{id}', () => ({ id: SAMPLE_APPLY_JOB.jobId })],
  ['/api/imports/{id}', () => ({ id: SAMPLE_IMPORT.importId })],
  ['/api/verify/email/{id}', () => ({ id: checkId })],
  ['/api/bounces/{id}', () => ({ id: reportId })],
  ['/api/members/invitations/{id}', () => ({ id: INVITATION })],
  ['/api/members/{id}', () => ({ id: memberId })],
];

/** Required input besides the ids in the path. */
const AUDIENCE = 'list/LIST01';
const QUERIES: Partial<Record<RouteName, Record<string, string>>> = {
  countAudience: { audience_id: AUDIENCE },
};
const BODIES: Partial<Record<RouteName, () => object>> = {
  renameFile: () => ({ name: 'Taken over' }),
  download: () => ({ file_id: listId, type: 'all' }),
  updateEndpoint: () => ({ description: 'Taken over' }),
  updateForm: () => FORM,
  importContacts: () => ({ audience_id: AUDIENCE, audience: 'Newsletter' }),
  changeMember: () => ({ role: 'viewer' }),
  watchList: () => ({ every: 'week', max_credits: 9 }),
};

function partsOf(name: RouteName): ApiEventParts {
  const route: Route = contract[name];
  const [, params] = OBJECTS.find(([prefix]) => route.path.startsWith(prefix)) ?? [];
  if (acceptsInput(route, 'params') && !params)
    throw new Error(`OBJECTS has no object of ${route.path}`);
  const body = BODIES[name]?.();
  const query = QUERIES[name];
  return { ...(params && { params: params() }), ...(query && { query }), ...(body && { body }) };
}

const routesWithIds = (Object.keys(contract) as RouteName[]).filter((name) => {
  const route: Route = contract[name];
  // The id of a message of JSON-RPC names no object.
  const fields = route.rpc ? [] : Object.keys(Reflect.get(route.body, 'shape') ?? {});
  return (
    acceptsInput(route, 'params') || fields.some((each) => /^(?:file_|purchase_)?id$/.test(each))
  );
});
/** Routes that delete an object come last, because the others need the object. */
const customerRoutes = routesWithIds
  .filter((name) => AUTH_RULES[contract[name].auth].caller.startsWith('customer'))
  .toSorted(
    (a, b) => Number(contract[a].method === 'DELETE') - Number(contract[b].method === 'DELETE'),
  );
const BY_ADMIN = ['getUser', 'giveCredits', 'refundPurchase', 'resetFactors'] as const;

/** Routes that name an invitation, with the signature of its link. */
const BY_LINK = ['acceptInvitation', 'declineInvitation', 'joinAccount', 'readInvitation'] as const;

it('covers every route that takes an id', () => {
  const others = routesWithIds.filter((name) => !customerRoutes.includes(name));
  expect(others.toSorted()).toEqual(
    ['downloadExport', 'receipt', 'removeFactor', 'updateUser', ...BY_ADMIN, ...BY_LINK].toSorted(),
  );
});

const named = await world.context.namedKeys.create(other.user.id, { name: 'Job', scopes: SCOPES });
const fullKey = typeof named === 'string' ? named : named.key;

describe.each(customerRoutes)('%s', (name) => {
  it.each([
    ['with a session', () => other.headers],
    ['with a key', () => ({ 'X-Api-Key': fullKey })],
    ['with a test key', () => ({ 'X-Api-Key': other.testKey ?? '' })],
    ['with the owner’s test key', () => ({ 'X-Api-Key': world.owner.testKey ?? '' })],
  ] as const)(
    'answers as if the object of another customer did not exist, %s',
    async (how, headersOf) => {
      const handler = routes[name];
      const byKey = handler.route.auth === 'customer-or-key';
      const parts = { ...partsOf(name), headers: headersOf(), sourceIp: newSourceIp() };
      const { status, body } = await callHandler(world.context, handler, parts);
      const lacksScope = byKey && name in connectionRoutes && how.includes('test key');
      const isLetIn = (byKey && !lacksScope) || how === 'with a session';
      const refusal = lacksScope ? [403, 'key_scope'] : [401, 'unauthenticated'];
      expect([status, body.code]).toEqual(isLetIn ? [404, 'not_found'] : refusal);
      // An id that never existed must get the same response.
      const never = {
        ...parts,
        params: { id: 'never', delivery: 'never' },
        body: {
          ...FORM,
          description: 'x',
          file_id: 'never',
          type: 'all',
          name: 'Ada Martin',
          purchase_id: 'never',
          every: 'week',
          max_credits: 9,
          emails: ['ok9@a.fr'],
          role: 'viewer',
          audience_id: 'never',
          audience: 'never',
        },
      };
      expect((await callHandler(world.context, handler, never)).body).toEqual(body);
      expect((await world.list(listId))?.status).toBe(7);
    },
  );

  it('finds the object for its owner', async () => {
    if (name === 'deleteFile') return;
    // Ends the recheck that an earlier route may have started.
    await world.drain();
    const [status] = await responseOf(name, { ...partsOf(name), headers: world.headers });
    expect(status).toBe(200);
  });
});

describe('a signed link', () => {
  it('for the receipt of one’s own purchase does not open another receipt', async () => {
    const t = await receiptLink(other.user.id, 'own');
    const parts = { params: { id: PURCHASE }, query: { t }, headers: other.headers };
    expect(await responseOf('receipt', parts)).toEqual(expiredAt(EXPIRED.receipt));
  });

  it('for a receipt cannot be made out to another user', async () => {
    const t = await receiptLink(other.user.id, PURCHASE);
    const forged = t.replace(other.user.id, world.userId);
    const parts = { params: { id: PURCHASE }, query: { t: forged }, headers: other.headers };
    expect(await responseOf('receipt', parts)).toEqual(expiredAt(EXPIRED.receipt));
  });

  it('for one’s own export opens neither another export nor an export in another user’s name', async () => {
    const t = await exportLink(other.user.id);
    for (const each of [t, t.replace(other.user.id, world.userId)]) {
      const parts = { params: { id: EXPORT }, query: { t: each }, headers: other.headers };
      expect(await responseOf('downloadExport', parts)).toEqual(expiredAt(EXPIRED.downloadExport));
    }
    const own = { params: { id: EXPORT }, query: { t: await exportLink(world.userId) } };
    const [status, location] = await responseOf('downloadExport', own);
    expect([status, String(location)]).toEqual([303, expect.stringContaining(world.userId)]);
  });
});

describe('updateUser', () => {
  const update = (headers: Person['headers'], id: string) =>
    callHandler(world.context, routes.updateUser, { headers, body: { id, status: 2 } });

  it('is forbidden for customers, for others as well as for themselves', async () => {
    for (const id of [world.userId, other.user.id, 'never'])
      expect(await update(other.headers, id)).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      });
    expect((await world.context.accounts.get(world.userId))?.status).toBe(1);
  });

  it('finds no account with an unknown id, and does not change an administrator', async () => {
    expect(await update(admin.headers, 'never')).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect((await update(admin.headers, admin.user.id)).status).toBe(403);
  });
});

describe.each(BY_ADMIN)('%s', (name) => {
  const ask = (headers: Person['headers'], id: string, more: object = { reason: 'a present' }) =>
    callHandler(world.context, routes[name], {
      headers,
      params: { id },
      body: { id, request: randomUUID(), credits: 5, cents: 5, payment_id: PURCHASE, ...more },
    });
  const credits = async () => (await world.context.ledger.balance(world.userId)).available;

  it('is forbidden for customers, for others as well as for themselves', async () => {
    const before = await credits();
    for (const id of [world.userId, other.user.id, admin.user.id, 'never'])
      expect(await ask(other.headers, id)).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      });
    const byKey = await ask({ 'X-Api-Key': world.owner.apiKey ?? '' }, world.userId);
    expect(byKey).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect(await credits()).toBe(before);
  });

  it('is forbidden for administrators about themselves, and from pages of other sites', async () => {
    expect((await ask(admin.headers, admin.user.id)).body.code).toBe('forbidden');
    expect((await ask(admin.headers, 'never')).body.code).toBe('not_found');
    const { Authorization = '' } = admin.headers;
    const { body } = await ask({ Authorization }, world.userId);
    expect(body.code).toBe(name === 'getUser' ? undefined : 'csrf');
  });

  it('changes no list or payment of another customer', async () => {
    if (name === 'getUser' || name === 'resetFactors') return;
    const { body } = await ask(admin.headers, other.user.id, { reason: 'x', file_id: listId });
    expect(body.code).toBe('not_found');
  });
});
