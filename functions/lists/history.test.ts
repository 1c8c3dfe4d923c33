import { describe, expect, it } from 'vitest';
import { invoke } from '../../tests/support/invoke.ts';
import { createApiEvent } from '../../tests/support/api-event.ts';
import { callHandler } from '../../tests/support/call.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import {
  type PipelineHarness,
  createPipelineHarness,
} from '../../tests/support/pipeline-harness.ts';
import { download, listFiles, renameFile } from './api.ts';

const table = await startFileTable();

const LISTS = {
  'Été 2': 'ok1@a.fr\n',
  'été 10': 'ok1@a.fr\nok2@a.fr\nok3@a.fr\n',
  Zebra: 'ok1@a.fr\nbad1@a.fr\n',
  empty: 'no address\n',
} as const;

/** The lists of LISTS are created a day apart; the last one is canceled. */
async function createHistory() {
  const world = await createPipelineHarness(table);
  await world.grant(100);
  const ids: Record<string, string> = {};
  for (const [name, content] of Object.entries(LISTS)) {
    world.context.clock.advance(24 * 3_600_000);
    ids[name] = await world.upload(content, { name });
    await world.drain();
  }
  return { world, ids };
}

async function fetchPage(world: PipelineHarness, query: Record<string, string>, language = 'en') {
  const headers = { ...world.headers, 'Accept-Language': language };
  const { body } = await callHandler(world.context, listFiles, { headers, query });
  const page = body.data as { data: { file_name: string }[]; total: number; last_page: number };
  return { ...page, names: page.data.map(({ file_name }) => file_name) };
}

describe('the history', () => {
  it('sorts by name, size and status, and equal lists newest first', async () => {
    const { world } = await createHistory();
    const sorted = async (sort: string) => (await fetchPage(world, { sort })).names;
    expect(await sorted('file_name:asc')).toEqual(['empty', 'Été 2', 'été 10', 'Zebra']);
    expect(await sorted('file_name:desc')).toEqual(['Zebra', 'été 10', 'Été 2', 'empty']);
    expect(await sorted('total_email:desc')).toEqual(['été 10', 'Zebra', 'Été 2', 'empty']);
    expect(await sorted('total_email:asc')).toEqual(['empty', 'Été 2', 'Zebra', 'été 10']);
    expect(await sorted('status:asc')).toEqual(['empty', 'Zebra', 'été 10', 'Été 2']);
    expect(await sorted('status:desc')).toEqual(['Zebra', 'été 10', 'Été 2', 'empty']);
    expect(await sorted('owner:asc')).toEqual(['empty', 'Zebra', 'été 10', 'Été 2']);
  });

  it('searches list names, file names and ids, ignoring case and accents', async () => {
    const { world, ids } = await createHistory();
    const found = async (q: string, more = {}) => (await fetchPage(world, { q, ...more })).names;
    expect(await found('ETE')).toEqual(['été 10', 'Été 2']);
    expect(await found(' ete 1 ')).toEqual(['été 10']);
    expect(await found('ete', { sort: 'created_at:asc' })).toEqual(['Été 2', 'été 10']);
    expect(await found('list.csv', { sort: 'file_name:asc' })).toHaveLength(4);
    expect(await found((ids['Zebra'] ?? '').slice(-6).toLowerCase())).toEqual(['Zebra']);
    expect(await found('e', { filter: 'today' })).toEqual(['empty']);
    expect(await found('nothing')).toEqual([]);
    expect(await fetchPage(world, { q: 'nothing' })).toMatchObject({ total: 0, last_page: 1 });
    // A search text longer than any name is ignored.
    expect(await found('x'.repeat(121))).toHaveLength(4);
  });

  it('pages sorted and searched lists too', async () => {
    const world = await createPipelineHarness(table);
    const { clock, lists } = world.context;
    for (let number = 0; number < 12; number += 1) {
      const listId = await world.upload('a@b.fr', { notify: false, name: `List ${number}` });
      await lists.create(world.userId, listId, clock.now());
      clock.advance(1000);
    }
    const second = await fetchPage(world, { sort: 'file_name:asc', q: 'list', page: '2' });
    expect(second).toMatchObject({
      from: 11,
      current_page: 2,
      last_page: 2,
      total: 12,
      names: ['List 10', 'List 11'],
    });
  });
});

describe('renaming', () => {
  const rename = (world: PipelineHarness, id: string, name: string) =>
    callHandler(world.context, renameFile, {
      headers: world.headers,
      params: { id },
      body: { name },
    });

  it('renames a list in any state, including its downloads', async () => {
    const { world, ids } = await createHistory();
    const { Zebra: id = '', empty = '' } = ids;
    const before = await world.list(id);
    expect(await rename(world, id, '  Spring\u202f2026 ')).toMatchObject({
      status: 200,
      body: { data: { id, file_name: 'Spring\u202f2026', source_name: 'list.csv', status: 7 } },
    });
    const version = (before?.version ?? 0) + 1;
    expect(await world.list(id)).toEqual({ ...before, name: 'Spring\u202f2026', version });
    const { headers } = await invoke(
      download,
      world.context,
      createApiEvent(download.route, {
        headers: world.headers,
        body: { file_id: id, type: 'valid' },
      }),
    );
    const name = "filename*=UTF-8''Spring%E2%80%AF2026-valid.csv";
    expect(headers?.['Content-Disposition']).toContain(name);
    expect((await rename(world, empty, 'Was empty')).body.data).toMatchObject({ status: 6 });
    // No id contains a space, but any id may contain a short word by chance.
    expect((await fetchPage(world, { q: 'was e' })).names).toEqual(['Was empty']);
  });

  it('changes nothing else of a running list', async () => {
    const world = await createPipelineHarness(table);
    await world.grant(10);
    const id = await world.upload('ok1@a.fr\ngrey@g.fr\n');
    await world.drain();
    expect((await rename(world, id, 'Renamed')).body.data).toMatchObject({ status: 4 });
    await world.advanceMinutes(40, 8);
    expect(await world.list(id)).toMatchObject({ name: 'Renamed', status: 7, processed: 2 });
    expect(JSON.stringify(world.sent)).toContain('Renamed');
  });

  it('rejects an empty name, a name with a line break, and an unknown list', async () => {
    const { world, ids } = await createHistory();
    const { Zebra: id = '' } = ids;
    for (const name of [' ', 'a\nb', 'x'.repeat(121)])
      expect(await rename(world, id, name)).toMatchObject({
        status: 422,
        body: { code: 'validation' },
      });
    expect((await rename(world, 'never', 'Name')).body.code).toBe('not_found');
    const pendingId = await world.upload('ok1@a.fr\n', { notify: false });
    expect((await rename(world, pendingId, 'Name')).body.code).toBe('not_found');
    expect((await world.list(id))?.name).toBe('Zebra');
  });
});
