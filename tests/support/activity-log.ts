import { expect } from 'vitest';
import * as z from 'zod/mini';
import type { RouteName } from '../../shared/contract/index.ts';
import type { ActivityEntry } from '../../shared/contract/usage.ts';
import { createApiEvent, type ApiEventParts } from './api-event.ts';
import { callHandler } from './call.ts';
import { invoke } from './invoke.ts';
import type { Person } from './people.ts';
import { routes } from './routes.ts';
import type { TestContext } from './test-context.ts';

export const NETWORK = '203.0.113.0/24';
export const BY = `Firefox, Windows · ${NETWORK}`;
const BROWSER = { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko Firefox/140.0' };
const page = z.object({
  entries: z.array(z.custom<ActivityEntry>()),
  next: z.nullable(z.string()),
});

export type Query = Readonly<Record<string, string>>;
export type Headers = Person['headers'];

export async function callAs(
  context: TestContext,
  name: RouteName,
  headers: Headers,
  parts: ApiEventParts = {},
) {
  context.clock.advance(1000);
  const given = { sourceIp: '203.0.113.7', ...parts, headers: { ...BROWSER, ...headers } };
  const event = createApiEvent(routes[name].route, given);
  const { statusCode, body } = await invoke(routes[name], context, event);
  expect([name, statusCode, body]).toEqual([name, body === '' ? 303 : 200, body]);
  return body;
}

export async function pageOf(context: TestContext, headers: Headers, query: Query = {}) {
  context.clock.advance(1000);
  const { status, body } = await callHandler(context, routes.listActivity, { headers, query });
  expect([status, body]).toEqual([200, body]);
  return page.parse(body.data);
}
export const entriesOf = async (...given: Parameters<typeof pageOf>) =>
  (await pageOf(...given)).entries;
