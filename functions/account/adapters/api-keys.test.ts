import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTable, type TestTable } from '../../../tests/support/dynamo.ts';
import { person } from '../../../tests/support/people.ts';
import { type TestContext, testContext } from '../../../tests/support/test-context.ts';
import type { User } from '../ports.ts';

let table: TestTable;
let context: TestContext;
beforeAll(async () => {
  table = await startTable();
  context = testContext(table);
});
afterAll(() => table.stop());

const again = async ({ id }: User): Promise<User> => {
  const user = await context.accounts.get(id);
  if (!user) throw new Error('gone');
  return user;
};
const keyOf = async (user: User) => context.apiKeys.reveal(await again(user));

describe('an API key', () => {
  it('exists while its user is paid; the next one is another', async () => {
    const { apiKeys } = context;
    const { user, apiKey: first } = await person(table, context, { paid: true });
    expect(await apiKeys.findUser(first ?? '')).toBe(user.id);
    await apiKeys.setPaid(user.id, true);
    expect(await keyOf(user)).toBe(first);

    await apiKeys.setPaid(user.id, false);
    await apiKeys.setPaid(user.id, false);
    expect(await keyOf(user)).toBeNull();
    expect(await again(user)).toMatchObject({ paid: false });
    expect(await apiKeys.findUser(first ?? '')).toBeUndefined();

    await apiKeys.setPaid(user.id, true);
    const second = await keyOf(user);
    expect(second).not.toBe(first);
    expect(await apiKeys.findUser(second ?? '')).toBe(user.id);
  });

  it('is one, however many purchases are noted at once', async () => {
    const { user } = await person(table, context);
    await Promise.all([1, 2, 3, 4].map(() => context.apiKeys.setPaid(user.id, true)));
    const key = await keyOf(user);
    expect(await context.apiKeys.findUser(key ?? '')).toBe(user.id);
  });

  it('is stored as a hash and sealed, never in the clear', async () => {
    const { user, apiKey } = await person(table, context, { paid: true });
    const items = [];
    for await (const item of table.db().query({ partition: `USER#${user.id}`, prefix: '' }))
      items.push(item);
    expect(items.length).toBeGreaterThan(1);
    expect(JSON.stringify(items)).not.toContain(apiKey ?? 'no key');
    expect((await again(user)).apiKeySealed).toMatch(/^[\w-]{90,}$/);
  });

  it('is not found by anything that is none', async () => {
    for (const key of ['', 'tms_live_', `tms_live_${'0'.repeat(36)}`, 'PK#SK'])
      expect(await context.apiKeys.findUser(key)).toBeUndefined();
    await context.apiKeys.setPaid('nobody', true);
  });

  it('still works when its copy cannot be opened any more, and the user is not locked out', async () => {
    const { user, apiKey } = await person(table, context, { paid: true });
    const rotated = testContext(table, { secrets: { key: async () => new Uint8Array(32) } });
    expect(await rotated.apiKeys.reveal(user)).toBeNull();
    expect(rotated.lines.join('')).toContain('api_key_unreadable');
    expect(await rotated.apiKeys.findUser(apiKey ?? '')).toBe(user.id);
  });
});
