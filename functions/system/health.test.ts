import { expect, it } from 'vitest';
import { callHandler } from '../../tests/support/call.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import { type TestContext, testContext } from '../../tests/support/test-context.ts';
import { health as handler } from './api.ts';

const table = await startFileTable();

const refused = () => Promise.reject(new Error('no such thing'));

it('is healthy if the table and the secret can be read', async () => {
  expect(await callHandler(testContext(table), handler)).toMatchObject({
    status: 200,
    body: { data: { ok: true } },
  });
});

it.each<[string, (parts: TestContext) => TestContext]>([
  ['the secret is missing', (parts) => ({ ...parts, secrets: { key: refused, keys: refused } })],
  [
    'the table is unavailable',
    (parts) => ({ ...parts, sessions: { ...parts.sessions, find: refused } }),
  ],
])('returns a bare 500 if %s', async (_, without) => {
  const context = without(testContext(table));
  const { status, body } = await callHandler(context, handler);
  expect([status, body.code]).toEqual([500, 'internal']);
  expect(JSON.stringify(body)).not.toContain('no such thing');
  expect(context.lines.join()).toContain('no such thing');
});
