import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { defineRoutes } from '../../../shared/contract/route.ts';
import { callHandler } from '../../../tests/support/call.ts';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { createPerson } from '../../../tests/support/people.ts';
import { testContext } from '../../../tests/support/test-context.ts';
import { serveRoute } from '../serve-route.ts';

const limited = {
  method: 'POST',
  path: '/api/test/limited',
  auth: 'customer-or-key',
  scope: 'check',
  role: 'any',
  output: z.object({}),
  errors: [],
} as const;
const { route, check } = defineRoutes('system', {
  route: limited,
  check: { ...limited, limit: 'check_user', paidLimit: 'check_paid' },
});

const table = await startFileTable();

it('reports the remaining quotas to programs, and an exceeded limit to every caller', async () => {
  const tight = testContext(table, {}, { LIMIT_FACTOR: '0.2' });
  const handler = serveRoute(route, {}, async () => ({}));
  const paid = await createPerson(tight, { paid: true });
  const callWith = async (headers: Record<string, string>) =>
    (await callHandler(tight, handler, { headers })).headers;
  expect(await callWith(paid.headers)).not.toHaveProperty('RateLimit');
  for (let made = 1; made < 24; made += 1) await callWith(paid.headers);
  expect(await callWith(paid.headers)).toMatchObject({
    'Retry-After': '3',
    'RateLimit-Policy': '"session_user";q=24;w=60',
    RateLimit: '"session_user";r=0;t=3',
  });
  tight.clock.advance(60_000);
  const program = { 'x-api-key': paid.apiKey ?? '' };
  const policy = '"key_user";q=2;w=1, "session_user";q=24;w=60';
  expect(await callWith(program)).toMatchObject({
    'RateLimit-Policy': policy,
    RateLimit: '"key_user";r=1;t=1, "session_user";r=23;t=3',
  });
  expect(await callWith(program)).toMatchObject({
    RateLimit: '"key_user";r=0;t=1, "session_user";r=22;t=3',
  });
  expect(await callWith(program)).toMatchObject({
    'Retry-After': '1',
    'RateLimit-Policy': '"key_user";q=2;w=1',
    RateLimit: '"key_user";r=0;t=1',
  });
});

it('allows a paid account ten times as many checks', async () => {
  const tight = testContext(table, {}, { LIMIT_FACTOR: '0.05' });
  const handler = serveRoute(check, {}, async () => ({}));
  const met = async (paid: boolean) => {
    const { headers } = await createPerson(tight, { paid });
    const calls = Array.from({ length: 31 }, () => callHandler(tight, handler, { headers }));
    const refused = (await Promise.all(calls)).filter(({ status }) => status === 429);
    return [refused.length, refused[0]?.headers['RateLimit-Policy']];
  };
  expect(await met(false)).toEqual([28, '"check_user";q=3;w=60']);
  expect(await met(true)).toEqual([1, '"check_paid";q=30;w=60']);
});
