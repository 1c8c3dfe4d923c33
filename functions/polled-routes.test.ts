import { afterAll, beforeAll, expect, it } from 'vitest';
import { limitOf } from '../shared/contract/route.ts';
import { contract, type RouteName } from '../shared/contract/index.ts';
import { call } from '../tests/support/call.ts';
import { startTable, type TestTable } from '../tests/support/dynamo.ts';
import { type Person, person } from '../tests/support/people.ts';
import { testContext, type TestContext } from '../tests/support/test-context.ts';
import { routes } from './routes.ts';

/**
 * What a call costs that an open page makes every few seconds. The caller is proven by two reads,
 * of the session or key and of the account; beside these a call costs one read, and no write.
 */

let table: TestTable;
let context: TestContext;
let customer: Person;
let listId: string;
/** Commands that went to the table, with the partition and sort key or the prefix they name. */
const sent: string[] = [];

beforeAll(async () => {
  table = await startTable();
  context = testContext(table);
  customer = await person(context, { paid: true });
  for (let list = 0; list < 12; list += 1) listId = await arrived(customer.user.id);
  table.client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        sent.push(commandName ?? '');
        return next(args);
      },
    { step: 'initialize' },
  );
});
afterAll(() => table.stop());

async function arrived(userId: string): Promise<string> {
  const now = context.clock.now();
  const id = context.ids.ulid(now);
  const createdAt = new Date(now).toISOString();
  await context.lists.announceUpload(
    { userId, listId: id, name: 'l', sourceName: 'l.csv', createdAt },
    now,
  );
  await context.lists.create(userId, id, now);
  return id;
}

const polled = (Object.keys(contract) as RouteName[]).filter(
  (name) => limitOf(contract[name]) === 'poll_user',
);

/** Calls with which the web app polls, and those of a program; `{}` where a route has no input. */
const CALLS: Readonly<Record<string, readonly object[]>> = {
  listFiles: [
    { query: { sort: 'created_at:desc', page: '1', filter: 'all' } },
    { query: { sort: 'created_at:desc', page: '2', filter: 'all' } },
    { query: { sort: 'created_at:desc', page: '1', filter: 'today', tz: 'Europe/Paris' } },
  ],
};

it('are the account, the history and one list', () => {
  expect(polled.toSorted()).toEqual(['getFile', 'listFiles', 'me']);
});

it.each(polled)(
  '%s costs one read beside those that prove who calls, and no write',
  async (name) => {
    const session = customer.headers;
    const callers = [session, ...(name === 'me' ? [] : [{ 'x-api-key': customer.apiKey ?? '' }])];
    for (const headers of callers)
      for (const input of CALLS[name] ?? [{}]) {
        sent.length = 0;
        const params = { id: listId };
        const response = await call(context, routes[name], { params, headers, ...input });
        expect(response.status).toBe(200);
        expect(sent).toEqual([
          'GetItemCommand',
          'GetItemCommand',
          name === 'listFiles' ? 'QueryCommand' : 'GetItemCommand',
        ]);
      }
  },
);

it('leaves a line in the log where it fails, and none where the gateway’s says all', async () => {
  const ask = (headers: object) => call(context, routes.listFiles, { headers: { ...headers } });
  context.lines.splice(0);
  expect((await ask(customer.headers)).status).toBe(200);
  expect(context.lines).toEqual([]);
  expect((await ask({})).status).toBe(401);
  const lines = context.lines.map((line) => JSON.parse(line) as object);
  expect(lines).toMatchObject([{ event: 'request', route: 'GET /api/get-file', status: 401 }]);
});

it('writes nothing either where there is no list yet, or a caller asks too often', async () => {
  const strict = testContext(table, {}, { LIMIT_FACTOR: '0.02' });
  const nobody = await person(strict);
  sent.length = 0;
  const ask = () => call(strict, routes.listFiles, { headers: nobody.headers });
  expect((await ask()).body.data).toMatchObject({ total: 0, last_page: 1, data: [] });
  expect(sent).toEqual(['GetItemCommand', 'GetItemCommand', 'QueryCommand']);
  const statuses: number[] = [];
  for (let calls = 0; calls < 6; calls += 1) statuses.push((await ask()).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect(sent.filter((command) => !/^(?:Get|Query)/.test(command))).toEqual([]);
});
