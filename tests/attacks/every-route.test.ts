import { expect, it } from 'vitest';
import { routes } from '../support/routes.ts';
import { contract, type RouteName } from '../../shared/contract/index.ts';
import { API_RATE_LIMITS } from '../../shared/contract/limits/limits.ts';
import { acceptsInput } from '../../shared/contract/route.ts';
import { invoke } from '../support/invoke.ts';
import { createApiEvent, type ApiEventParts } from '../support/api-event.ts';
import { newSourceIp } from '../support/account-harness.ts';
import { callHandler } from '../support/call.ts';
import { startFileTable } from '../support/file-table.ts';
import { createPerson } from '../support/people.ts';
import { testContext } from '../support/test-context.ts';

/** Calls every route with values, headers and bodies that our clients never send. */

const table = await startFileTable();
const context = testContext(table);
const customer = await createPerson(context, { paid: true });
const admin = await createPerson(context, { admin: true });

const TEXTS = [
  '../../me',
  'a/b#LIST#c?d',
  'a\0b\r\nX: y',
  '__proto__',
  '$where{"$gt":""}',
  "' OR 1=1 --",
  '\u202e\ufeff',
  '\ud800',
  'x'.repeat(7000),
];
const BODIES = ['', '[]', '7', '{"', '{"__proto__":{"role":1}}', `{"email":${'['.repeat(5000)}`];

const NONE = { id: 'none', delivery: 'none' };

async function statusOf(name: RouteName, parts: ApiEventParts): Promise<number> {
  const { route } = routes[name];
  const headers = route.auth === 'admin' ? admin.headers : customer.headers;
  const event = createApiEvent(route, {
    sourceIp: newSourceIp(),
    ...parts,
    headers: { ...headers, 'Content-Type': 'application/json', ...parts.headers },
  });
  const result = await invoke(routes[name], context, event);
  context.clock.advance(600_000);
  return result.statusCode;
}

const isAnswer = (status: number): boolean => status < 500;
const isRefusal = (status: number): boolean => status >= 400 && status < 500;

/** Routes that would end the session or account of these tests. */
const ENDS_SESSION: ReadonlySet<string> = new Set(['logout', 'deleteAccount']);
const NAMES = (Object.keys(contract) as RouteName[]).filter((name) => !ENDS_SESSION.has(name));

const declares = (part: 'params' | 'query' | 'body') => (name: RouteName) =>
  acceptsInput(routes[name].route, part);

it.each(NAMES.filter(declares('params')))('%s handles unusual path parameters', async (name) => {
  for (const id of TEXTS.map((text) => text.toWellFormed()))
    expect([id, await statusOf(name, { params: { id, delivery: id } })]).toEqual([
      id,
      expect.toSatisfy(isAnswer),
    ]);
});

it.each(NAMES.filter(declares('query')))('%s handles an unusual query', async (name) => {
  const params = NONE;
  for (const text of TEXTS) {
    const query = { plan: text, t: text, page: text, search: text, sort: text, tz: text };
    const status = await statusOf(name, { params, query });
    expect([text, status]).toEqual([text, expect.toSatisfy(isAnswer)]);
  }
});

it.each(NAMES.filter(declares('body')))('%s rejects every malformed body', async (name) => {
  for (const body of BODIES) {
    const status = await statusOf(name, { body, params: NONE });
    expect([body, status]).toEqual([body, expect.toSatisfy(isRefusal)]);
  }
});

it('a caller is counted by IP address, whatever address its headers contain', async () => {
  const guess = (times: number) =>
    callHandler(context, routes.login, {
      body: { email: customer.user.email, password: `wrong ${times} password` },
      headers: {
        'X-Forwarded-For': `192.0.2.${times}`,
        'X-Viewer-Address': `192.0.2.${times}`,
        'CloudFront-Viewer-Address': `192.0.2.${times}:1`,
        'X-Real-IP': `192.0.2.${times}`,
        Forwarded: `for=192.0.2.${times}`,
      },
      sourceIp: '203.0.113.77',
    });
  const { calls } = API_RATE_LIMITS.login_account_ip;
  const statuses = [];
  for (let times = 0; times <= calls; times += 1) statuses.push((await guess(times)).status);
  expect(statuses.indexOf(429)).toBe(calls);
});

it('both callers were still authenticated at the end, so the routes were reached', async () => {
  expect(await statusOf('me', {})).toBe(200);
  expect(await statusOf('listUsers', {})).toBe(200);
});
