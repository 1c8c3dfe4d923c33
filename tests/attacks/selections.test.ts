import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../shared/model/duration.ts';
import { startClosing } from '../../functions/privacy/delete-account.ts';
import { DOWNLOAD_COLUMNS } from '../../shared/contract/list-rows.ts';
import { invoke } from '../support/invoke.ts';
import { createApiEvent } from '../support/api-event.ts';
import { startFileTable } from '../support/file-table.ts';
import { createPipelineHarness, type PipelineHarness } from '../support/pipeline-harness.ts';
import { routes } from '../support/routes.ts';

/** Attacks by a customer who keeps requesting selections of rows from one paid result. */

const table = await startFileTable();

async function finished(rows = 1): Promise<{ world: PipelineHarness; listId: string }> {
  const world = await createPipelineHarness(table);
  await world.grant(1);
  const listId = await world.upload('bad1@a.fr\n'.repeat(rows));
  await world.drain();
  return { world, listId };
}

async function select(
  world: PipelineHarness,
  file_id: string,
  more: object = {},
  headers: object = {},
) {
  const body = { file_id, type: 'all', ...more };
  const event = createApiEvent(routes.download.route, {
    headers: { ...world.headers, ...headers },
    body,
  });
  const {
    statusCode,
    headers: given,
    body: text,
  } = await invoke(routes.download, world.context, event);
  return { status: statusCode, text, retryAfter: Number(given?.['Retry-After']) };
}

const sheet = (world: PipelineHarness, listId: string) => select(world, listId, { format: 'xlsx' });

const stored = (world: PipelineHarness): string[] =>
  [...world.blobs.objects.keys()].filter((key) => key.includes('selections/'));

it('rejects a repeated column', async () => {
  const { world, listId } = await finished();
  const columns = Array.from({ length: 16 }, () => 'original');
  const { status, text } = await select(world, listId, { columns });
  expect(status).toBe(422);
  expect(JSON.parse(text)).toMatchObject({
    code: 'validation',
    fields: { columns: ['Each value may appear only once'] },
  });
});

it('returns small selections directly, ten in a burst and then one a minute', async () => {
  const { world, listId } = await finished();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      select(
        world,
        listId,
        { q: 'bad1', columns: ['original', 'reason'] },
        at % 2 ? { 'Accept-Language': 'fr' } : {},
      ),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.retryAfter).toBe(60);
  expect(stored(world)).toEqual([]);
  // The complete result can still be downloaded without limit.
  expect((await select(world, listId)).status).toBe(200);
  world.context.clock.advance(MINUTE_MS);
  const { text } = await select(world, listId, { columns: ['reason'] });
  expect(parse(text, { bom: true })).toEqual([['reason'], ['no_such_mailbox']]);
});

it('deletes a selection that no valid link refers to', async () => {
  const { world, listId } = await finished();
  for (let minute = 0; minute < 30; minute += 1) {
    expect((await sheet(world, listId)).status).toBe(200);
    world.context.clock.advance(MINUTE_MS);
  }
  expect(stored(world)).toHaveLength(10);
});

it('returns a large selection as a link to the whole file', async () => {
  const { world, listId } = await finished(25_000);
  const { status, text } = await select(world, listId, { columns: [...DOWNLOAD_COLUMNS] });
  expect([status, Object.keys((JSON.parse(text) as { data: object }).data)]).toEqual([
    200,
    ['url', 'expires_at'],
  ]);
  const [key = ''] = stored(world);
  const lines = world.blobs.text(key).split('\r\n');
  expect(lines).toHaveLength(25_002);
  expect(new Set(lines.slice(1, -1)).size).toBe(1);
});

it('keeps a file while its link is valid, and for downloads in progress', async () => {
  const { world, listId } = await finished();
  const { text } = await sheet(world, listId);
  const [key = ''] = stored(world);
  const { url, expires_at } = (JSON.parse(text) as { data: { url: string; expires_at: string } })
    .data;
  expect(url).toContain(key);
  const until = Date.parse(expires_at) + 4 * MINUTE_MS;
  world.context.clock.advance(until - world.context.clock.now());
  await sheet(world, listId);
  expect(stored(world)).toContain(key);
  world.context.clock.advance(2 * MINUTE_MS);
  await sheet(world, listId);
  expect(stored(world)).not.toContain(key);
});

describe('the selections that an account stores at the same time', () => {
  it.each([
    ['twenty selections', 20, 1],
    ['a gigabyte', 2, 500_000_000],
  ])('are limited to %s', async (_, count, bytes) => {
    const { world, listId } = await finished();
    const now = world.context.clock.now();
    const others = Array.from({ length: count }, (_each, at) => ({
      key: `selections/${world.userId}/another/${now - (at + 1) * 1000}-x`,
      size: bytes,
    }));
    const { list } = world.blobs;
    Object.assign(world.blobs, {
      list: async (prefix: string) => [...(await list(prefix)), ...others],
    });
    const refused = await sheet(world, listId);
    expect(refused).toMatchObject({ status: 429, retryAfter: 600 - count });
    expect(stored(world)).toEqual([]);
    // Selections that need no stored object are still possible.
    expect((await select(world, listId, { q: 'bad1' })).status).toBe(200);
    world.context.clock.advance(refused.retryAfter * 1000);
    others.pop();
    expect((await sheet(world, listId)).status).toBe(200);
  });

  it('a selection fails if it takes longer than a call may', async () => {
    const { world, listId } = await finished();
    const { bytes } = world.blobs;
    Object.assign(world.blobs, {
      bytes: async (...range: Parameters<typeof bytes>) => {
        world.context.clock.advance(9000);
        return bytes(...range);
      },
    });
    const { status, text } = await sheet(world, listId);
    expect([status, (JSON.parse(text) as { code: string }).code]).toEqual([
      422,
      'selection_too_large',
    ]);
    expect(stored(world)).toEqual([]);
  });

  it.each(['the list', 'the account'])('is deleted with %s', async (what) => {
    const { world, listId } = await finished();
    await sheet(world, listId);
    expect(stored(world)).toHaveLength(1);
    const call = { headers: world.headers, params: { id: listId } };
    if (what === 'the list')
      await invoke(routes.deleteFile, world.context, createApiEvent(routes.deleteFile.route, call));
    else await startClosing(world.context, world.userId);
    await world.advanceMinutes(2);
    expect(stored(world)).toEqual([]);
  });
});
