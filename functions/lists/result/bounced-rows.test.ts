import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../shared/model/duration.ts';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { createFinishedList } from '../../../tests/support/finished-list.ts';
import { runAs } from '../../../tests/support/invoke.ts';
import { TEST_NOW } from '../../../tests/support/test-clock.ts';
import { download, listRows as listRowsHandler } from '../api.ts';
import { downloadResult } from './download-result.ts';
import { readResultRows } from './list-rows.ts';

/** Each list contains `ok1@a.fr` (twice), `bad1@b.fr` and a malformed address. */

const table = await startFileTable();

const BOUNCE = { at: new Date(TEST_NOW - 300 * DAY_MS).toISOString(), name: 'Autumn newsletter' };

async function listWithBounce(...addresses: string[]) {
  const { world, listId } = await createFinishedList(table);
  const { context, userId } = world;
  const bounces = addresses.map((address) => Object.assign({ address }, BOUNCE));
  const source = context.ids.ulid(context.clock.now());
  await context.bouncedAddresses.add(userId, { source }, bounces);
  return {
    context,
    userId,
    source,
    rows: (only?: 'bounced') =>
      runAs(listRowsHandler, () => readResultRows(context, userId, listId, { only })),
    download: async (bounced?: boolean) => {
      const request = { file_id: listId, type: 'all', bounced } as const;
      const result = await runAs(download, () => downloadResult(context, userId, request, 'en'));
      return result.kind === 'file' ? Buffer.from(result.bytes).toString().split('\r\n') : [];
    },
  };
}

describe('the rows of a list', () => {
  it('show the mailing that bounced, for every spelling of the address', async () => {
    const { rows } = await listWithBounce('OK1@A.fr');
    const { rows: all } = await rows();
    expect(all.map(({ email, bounced }) => [email, bounced])).toEqual([
      ['ok1@a.fr', BOUNCE],
      ['bad1@b.fr', undefined],
      ['OK1@a.fr', BOUNCE],
      ['nobody', undefined],
    ]);
    const found = await rows('bounced');
    expect(found).toMatchObject({ total: null, next: null });
    expect(found.rows.map(({ email }) => email)).toEqual(['ok1@a.fr', 'OK1@a.fr']);
  });

  it('can be downloaded without those that bounced', async () => {
    const { download: read } = await listWithBounce('ok1@a.fr');
    const whole = await read();
    expect(await read(true)).toEqual(whole);
    const left = await read(false);
    expect(left).toEqual(whole.filter((line) => !/ok1@/i.test(line)));
    expect(left).toHaveLength(whole.length - 2);
  });

  it('forget the bounces of a source, but not those that another source added later', async () => {
    const { context, userId, source, rows } = await listWithBounce('ok1@a.fr', 'bad1@b.fr');
    await context.bouncedAddresses.add(userId, { source: 'later' }, [
      { ...BOUNCE, address: 'bad1@b.fr' },
    ]);
    await context.bouncedAddresses.remove(userId, { source });
    expect((await rows('bounced')).rows.map(({ email }) => email)).toEqual(['bad1@b.fr']);
  });

  it('forget a bounce after a year', async () => {
    const { context, userId } = await listWithBounce();
    const at = new Date(context.clock.now() - 365 * 24 * 3600_000).toISOString();
    await context.bouncedAddresses.add(userId, { source: 'old' }, [
      { at, name: 'Old', address: 'a@a.fr' },
    ]);
    expect(await context.bouncedAddresses.find(userId, ['a@a.fr'])).toEqual(new Map());
  });

  it('do not show bounces of another account, and store no address', async () => {
    const { context, userId } = await listWithBounce('ok1@a.fr');
    expect(await context.bouncedAddresses.find('another', ['ok1@a.fr'])).toEqual(new Map());
    const items = await Array.fromAsync(
      context.db.query({ partition: `USER#${userId}`, prefix: 'BOUNCED#' }),
    );
    expect(items).toHaveLength(1);
    expect(JSON.stringify(items)).not.toMatch(/ok1|a\.fr/i);
  });
});
