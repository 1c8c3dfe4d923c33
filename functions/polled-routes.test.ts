import { AUTH_RULES } from '../shared/contract/auth.ts';
import { expect, it } from 'vitest';
import { rateLimitOf } from '../shared/contract/route.ts';
import { connectionRoutes } from '../shared/contract/connections.ts';
import { contract, type RouteName } from '../shared/contract/index.ts';
import { invoke } from '../tests/support/invoke.ts';
import { SAMPLE_IMPORT } from '../tests/support/sample-import.ts';
import { createApiEvent } from '../tests/support/api-event.ts';
import { callHandler } from '../tests/support/call.ts';
import { startFileTable } from '../tests/support/file-table.ts';
import { createFakeVerdict } from '../tests/support/fake-engine.ts';
import { addMember, createPerson } from '../tests/support/people.ts';
import { testContext } from '../tests/support/test-context.ts';
import { routes } from '../tests/support/routes.ts';

/**
 * These tests limit the cost of the calls that an open page repeats every few seconds. Two reads
 * authenticate the caller: the session or key, and the account. A call makes one more read (two or
 * three for deliveries) and no write.
 */

let listId = '';
let delivery: Readonly<Record<string, string>>;
/** Commands sent to the table, with their partition key and their sort key or prefix. */
const sent: string[] = [];

const table = await startFileTable();
const context = testContext(table);
const customer = await createPerson(context, { paid: true });
// Key use is written at most once an hour (functions/account/keys.test.ts); write it now, so
// that no measured call does.
await context.keyUse.record(customer.apiKey ?? '');
for (let list = 0; list < 12; list += 1) listId = await arrived(customer.user.id);
await answered(customer.user.id);
await sendTestDelivery();
const report = await callHandler(context, routes.reportBounces, {
  headers: customer.headers,
  body: { rows: [{ email: 'ok@a.fr' }] },
});
await context.imports.add({ ...SAMPLE_IMPORT, userId: customer.user.id });
const reportId = String(report.body.data?.['id']);
// The log names who read the rows of a list on a day.
for (const headers of [customer.headers, { 'x-api-key': customer.apiKey ?? '' }])
  await callHandler(context, routes.listRows, { headers, params: { id: listId } });
table.client.middlewareStack.add(
  (next, { commandName }) =>
    (args) => {
      sent.push(commandName ?? '');
      return next(args);
    },
  { step: 'initialize' },
);

async function arrived(userId: string): Promise<string> {
  const source = { id: 'connection1', service: 'klaviyo', audienceId: 'list/LIST01' } as const;
  const now = context.clock.now();
  const id = context.ids.ulid(now);
  const createdAt = new Date(now).toISOString();
  await context.lists.addUpload(
    { userId, listId: id, name: 'l', sourceName: 'l.csv', createdAt, source },
    now,
  );
  await context.lists.create(userId, id, now);
  return id;
}

async function answered(userId: string): Promise<void> {
  const check = { userId, requestId: 'check-1' };
  await context.ledger.grant(userId, { source: 'cs:1', amount: 1, why: 'pack' });
  await context.checks.begin(check, 'ok@a.fr', context.clock.now());
  await context.checks.finish(check, createFakeVerdict('ok@a.fr', 'deliverable', 'accepted'), true);
}

async function sendTestDelivery(): Promise<void> {
  const headers = { 'x-api-key': customer.apiKey ?? '' };
  const body = { url: 'https://hooks.customer.test/', events: ['list.finished'] };
  const made = await callHandler(context, routes.createEndpoint, { headers, body });
  const id = String(made.body.data?.['id']);
  const event = await callHandler(context, routes.sendTestEvent, { headers, params: { id } });
  delivery = { id, delivery: String(event.body.data?.['id']) };
}

const polledRoutes = (Object.keys(contract) as RouteName[]).filter(
  (name) => rateLimitOf(contract[name]) === 'poll_user',
);

/** Inputs of the calls that poll a route; `{}` if the route needs at most the id of a list. */
const callsOf = (name: RouteName): readonly object[] => CALLS[name]?.() ?? [{}];
const CALLS: Partial<Record<RouteName, () => readonly object[]>> = {
  getCheck: () => [{ params: { id: 'check-1' } }],
  getBounceReport: () => [{ params: { id: reportId } }],
  getImport: () => [{ params: { id: SAMPLE_IMPORT.importId } }],
  listApplyJobs: () => [{ query: { list_id: listId } }],
  listDeliveries: () => [{ params: delivery }],
  getDelivery: () => [{ params: delivery }],
  listFiles: () => [
    { query: { sort: 'created_at:desc', page: '1', filter: 'all' } },
    { query: { sort: 'created_at:desc', page: '2', filter: 'all' } },
    { query: { sort: 'created_at:desc', page: '1', filter: 'today', tz: 'Europe/Paris' } },
  ],
};

/** Table commands besides authentication. By default, one GetItem. */
const READS: Partial<Record<RouteName, readonly string[]>> = {
  // The balance and the copies of both keys.
  me: ['GetItemCommand', 'GetItemCommand', 'GetItemCommand'],
  listFiles: ['QueryCommand'],
  listLists: ['QueryCommand'],
  listConnections: ['QueryCommand', 'QueryCommand', 'QueryCommand'],
  listApplyJobs: ['GetItemCommand', 'QueryCommand'],
  listBounceReports: ['QueryCommand'],
  // The endpoint is read to verify its owner, and a single delivery also has its response read.
  listDeliveries: ['GetItemCommand', 'QueryCommand'],
  getDelivery: ['GetItemCommand', 'GetItemCommand', 'GetItemCommand'],
};

const scopes = ['connections'] as const;
const made = await context.namedKeys.create(customer.user.id, { name: 'Job', scopes });
const connectionsKey = typeof made === 'string' ? made : made.key;
// The first use of a key in an hour is stored.
await context.keyUse.record(connectionsKey);
/** Returns the first key, or the other one if the first does not have the scope. */
const keyFor = (name: RouteName): string =>
  name in connectionRoutes ? connectionsKey : (customer.apiKey ?? '');

it.each(polledRoutes)(
  '%s makes only the reads of authentication and of its own data, and no write',
  async (name) => {
    const session = customer.headers;
    const { keys } = AUTH_RULES[contract[name].auth];
    const callers = [session, ...(keys ? [{ 'x-api-key': keyFor(name) }] : [])];
    for (const headers of callers)
      for (const input of callsOf(name)) {
        // Long enough for the rate limit to recover from the previous call.
        context.clock.advance(1000);
        sent.length = 0;
        const params = { id: listId };
        const event = createApiEvent(contract[name], { params, headers, ...input });
        const { statusCode } = await invoke(routes[name], context, event);
        expect(statusCode).toBe(200);
        expect(sent).toEqual([
          'GetItemCommand',
          'GetItemCommand',
          ...(READS[name] ?? ['GetItemCommand']),
        ]);
      }
  },
);

it.each<Record<string, string>>([{ q: 'l' }, { sort: 'file_name:asc' }, { page: '51' }])(
  'listFiles with %j reads all lists, or most: sixty in a minute per person, whichever environments are asked',
  async (query) => {
    const owner = await createPerson(context);
    const { headers } = owner;
    const environments = [testContext(table), testContext(table)];
    const statuses: number[] = [];
    for (let asked = 0; asked < 61; asked += 1) {
      const environment = environments[asked % 2] ?? context;
      statuses.push((await callHandler(environment, routes.listFiles, { headers, query })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429]);
    const poll = await callHandler(context, routes.listFiles, { headers });
    expect(poll.status).toBe(200);
    const colleague = await addMember(context, owner, await createPerson(context), 'viewer');
    const search = await callHandler(context, routes.listFiles, { headers: colleague, query });
    expect(search.status).toBe(200);
  },
);

it('logs a line if it fails, and none if the gateway’s access log is sufficient', async () => {
  const ask = (headers: object) =>
    callHandler(context, routes.listFiles, { headers: { ...headers } });
  context.lines.splice(0);
  expect((await ask(customer.headers)).status).toBe(200);
  expect(context.lines).toEqual([]);
  expect((await ask({})).status).toBe(401);
  const lines = context.lines.map((line) => JSON.parse(line) as object);
  expect(lines).toMatchObject([{ event: 'request', route: 'GET /api/get-file', status: 401 }]);
});

it('writes only the hourly use of the session if there is no list yet, or the caller polls too often', async () => {
  const strict = testContext(table, {}, { LIMIT_FACTOR: '0.02' });
  const nobody = await createPerson(strict);
  sent.length = 0;
  const ask = () => callHandler(strict, routes.listFiles, { headers: nobody.headers });
  expect((await ask()).body.data).toMatchObject({ total: 0, last_page: 1, data: [] });
  expect(sent.filter((command) => /^(?:Get|Query)/.test(command))).toHaveLength(3);
  const statuses: number[] = [];
  for (let calls = 0; calls < 6; calls += 1) statuses.push((await ask()).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect(sent.filter((command) => !/^(?:Get|Query)/.test(command))).toEqual(['UpdateItemCommand']);
});
