import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { callHandler } from '../../tests/support/call.ts';
import { invoke } from '../../tests/support/invoke.ts';
import { createApiEvent } from '../../tests/support/api-event.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import {
  type PipelineHarness,
  createPipelineHarness,
} from '../../tests/support/pipeline-harness.ts';
import { startOfDay } from '../platform/start-of-day.ts';
import { MAX_UPLOAD_BYTES } from '../../shared/model/upload-limits.ts';
import { checkEmail } from '../checks/api.ts';
import { download, getFile, listFiles, upload } from './api.ts';

const table = await startFileTable();

const LIST = 'ok1@a.fr;Zoé\nbad1@a.fr;"a\r\nb"\n\nodd@c.fr;=x\nany@d.fr;y\nok1@a.fr;z\n';

const NUMBERED = Array.from({ length: 50 }, (_, at) => `${at + 1}.ok${at}@a.fr\n`).join('');

const post = (world: PipelineHarness, body: object) =>
  callHandler(world.context, upload, { headers: world.headers, body });

function postMultipart(
  world: PipelineHarness,
  fileName: string,
  content: string | Uint8Array,
  column?: string,
  hints: Readonly<Record<string, string>> = {},
) {
  const boundary = '----form';
  const part = (headers: string, value: string | Uint8Array) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${headers}\r\n\r\n`),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]);
  const body = Buffer.concat([
    part('name="name"', 'My list'),
    ...(column === undefined ? [] : [part('name="column"', column)]),
    ...Object.entries(hints).map(([name, value]) => part(`name="${name}"`, value)),
    part(`name="file"; filename="${fileName}"\r\nContent-Type: text/csv`, content),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  const type = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
  return callHandler(world.context, upload, { headers: { ...world.headers, ...type }, body });
}

const list = (world: PipelineHarness, listId: string) =>
  callHandler(world.context, getFile, { headers: world.headers, params: { id: listId } });

const page = (world: PipelineHarness, query: Record<string, string> = {}) =>
  callHandler(world.context, listFiles, { headers: world.headers, query });

async function fetchResult(world: PipelineHarness, listId: string, type: string) {
  const response = await invoke(
    download,
    world.context,
    createApiEvent(download.route, { headers: world.headers, body: { file_id: listId, type } }),
  );
  const text = Buffer.from(response.body, response.isBase64Encoded ? 'base64' : 'utf8').toString();
  return { status: response.statusCode, headers: response.headers, text };
}

const rowsOf = (text: string): string[][] =>
  parse(text, { delimiter: ';', bom: true, relax_column_count: true });

describe('upload', () => {
  it('returns a presigned POST, and creates the list when the file arrives', async () => {
    const world = await createPipelineHarness(table);
    const body = { name: ' Été\u202e 2026 ', file_name: 'clients.CSV', size: 100 };
    const response = await post(world, body);
    expect(response.status).toBe(200);
    const { file_id: listId } = response.body.data as { file_id: string };
    expect(world.context.lines.join('')).toContain(
      `"event":"upload","requestId":"request-1","list":"${listId}"`,
    );
    expect(response.body.data).toMatchObject({
      upload: { url: expect.any(String), fields: { key: `uploads/${world.userId}/${listId}` } },
    });
    expect((await page(world)).body.data).toMatchObject({ data: [], total: 0, from: null });
    expect((await list(world, listId)).status).toBe(404);

    await world.context.lists.create(world.userId, listId, world.context.clock.now());
    expect((await list(world, listId)).body.data).toMatchObject({
      id: listId,
      file_id: listId,
      file_name: 'Été 2026',
      source_name: 'clients.CSV',
      status: 1,
      credits_needed: 0,
      eta: null,
    });
  });

  it.each([
    [{ file_name: 'list.xlsx' }, 422, 'bad_file_type'],
    [{ size: 0 }, 422, 'empty_file'],
    [{ size: MAX_UPLOAD_BYTES + 1 }, 413, 'file_too_large'],
    [{ name: 'x'.repeat(121) }, 422, 'validation'],
    [{ name: ' ' }, 422, 'validation'],
    [{ file_name: `${'x'.repeat(300)}.csv` }, 422, 'validation'],
  ])('rejects %j', async (wrong, status, code) => {
    const world = await createPipelineHarness(table);
    const response = await post(world, { name: 'List', file_name: 'list.txt', size: 10, ...wrong });
    expect([response.status, response.body.code]).toEqual([status, code]);
  });

  it('accepts a file in the request, with the column of its addresses', async () => {
    const world = await createPipelineHarness(table);
    await world.grant(10);
    const content = LIST.replaceAll(/^(?=.*@)/gm, 'x;');
    const response = await postMultipart(world, 'list.csv', content, '2');
    expect(response.body.data).toEqual({
      file_id: expect.any(String),
      file_name: 'My list',
      status: 1,
    });
    await world.advanceMinutes(4, 4);
    expect((await page(world)).body.data).toMatchObject({ data: [{ status: 7, total_email: 4 }] });
  });

  it.each([
    ['a PNG file', 'list.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'not_text'],
    ['an .xlsx file', 'list.xlsx', 'PK\u0003\u0004', 'spreadsheet_file'],
    ['a renamed .xlsx file', 'list.csv', 'PK\u0003\u0004', 'spreadsheet_file'],
    ['an empty file', 'list.csv', '', 'empty_file'],
    ['a file without addresses', 'list.csv', 'a\nb\n', 'no_address'],
    ['a file with addresses in a different column', 'list.csv', 'a;a@b.fr\n', 'wrong_column'],
    ['a file with numbered addresses', 'list.csv', NUMBERED, 'wrong_separator'],
    ['a file with an overlong line', 'list.csv', `a@b.fr${'x'.repeat(70_000)}`, 'line_too_long'],
    ['a .pdf file', 'list.pdf', 'a@b.fr', 'bad_file_type'],
    ['a file with an overlong name', `${'x'.repeat(300)}.csv`, 'a@b.fr', 'validation'],
  ])('rejects %s and stores nothing', async (_, name, content, code) => {
    const world = await createPipelineHarness(table);
    const response = await postMultipart(world, name, content);
    expect([response.status, response.body.code]).toEqual([422, code]);
    expect(world.blobs.objects.size).toBe(0);
    await world.advanceMinutes(10, 5);
    expect((await page(world)).body.data).toMatchObject({ total: 0 });
  });
});

describe('a file with text around every address', () => {
  it('is rejected with the likely separator, which makes the next upload right', async () => {
    const world = await createPipelineHarness(table);
    await world.grant(200);
    const refused = await postMultipart(world, 'list.csv', NUMBERED);
    expect(refused).toMatchObject({ status: 422, body: { separator: '.' } });
    const listId = await world.upload(NUMBERED);
    await world.drain();
    expect((await list(world, listId)).body.data).toMatchObject({
      status: 6,
      reason: 'wrong_separator',
      suggested_separator: '.',
    });

    const { body } = await postMultipart(world, 'list.csv', NUMBERED, undefined, {
      separator: '.',
    });
    const { file_id: id } = body.data as { file_id: string };
    await world.drain();
    expect(await world.list(id)).toMatchObject({ status: 7, total: 50 });
    expect(world.result(id)).toContain('"1.ok0@a.fr";"deliverable";"accepted";"";"ok0@a.fr"');
  });

  it.each([
    ['its column', '1', {}],
    ['as_is', undefined, { as_is: 'true' }],
    ['another separator', undefined, { separator: '~' }],
  ])('is accepted with %s', async (_, column, hints) => {
    const world = await createPipelineHarness(table);
    expect(await postMultipart(world, 'list.csv', NUMBERED, column, hints)).toMatchObject({
      status: 200,
    });
    await world.drain();
    expect((await page(world)).body.data).toMatchObject({ data: [{ status: 5, total_email: 50 }] });
  });
});

describe('the history', () => {
  it("is paged, sorted and filtered by day in the client's time zone", async () => {
    const world = await createPipelineHarness(table);
    const { clock, lists } = world.context;
    const midnight = startOfDay(clock.now() + 30 * 3_600_000);
    clock.advance(midnight - 1_800_000 - clock.now());
    const ids: string[] = [];
    for (let number = 0; number < 12; number += 1) {
      const listId = await world.upload(LIST, { notify: false, name: `List ${number}` });
      await lists.create(world.userId, listId, clock.now());
      ids.push(listId);
      clock.advance(number === 5 ? 3_600_000 : 1000);
    }
    const namesOf = async (query: Record<string, string>) => {
      const { data } = (await page(world, query)).body as { data: { data: { id: string }[] } };
      return data.data.map(({ id }) => ids.indexOf(id));
    };
    expect(await namesOf({})).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
    expect(await namesOf({ page: '2', sort: 'created_at:desc' })).toEqual([1, 0]);
    expect(await namesOf({ sort: 'created_at:asc', page: '2' })).toEqual([10, 11]);
    // In Paris, midnight falls between List 5 and List 6; in Auckland it does not.
    expect(await namesOf({ filter: 'today' })).toEqual([11, 10, 9, 8, 7, 6]);
    expect(await namesOf({ filter: 'today', tz: 'Pacific/Auckland' })).toHaveLength(10);
    expect((await page(world, { page: '9' })).body.data).toEqual({
      data: [],
      from: null,
      current_page: 9,
      last_page: 2,
      total: 12,
    });
  });

  it('shows the counts and credits of a running list', async () => {
    const world = await createPipelineHarness(table);
    await world.grant(10);
    const listId = await world.upload(`${LIST}grey@g.fr\nnot an address\n`);
    await world.drain();
    expect((await list(world, listId)).body.data).toMatchObject({
      status: 4,
      total_email: 6,
      processed: 5,
      duplicates: 1,
      credits_needed: 5,
      credits_charged: 3,
      credits_reserved: 2,
      reasons: { accepted: 1, no_such_mailbox: 1, policy: 1, catch_all: 1, bad_syntax: 1 },
    });
    await world.advanceMinutes(40, 8);
    expect((await list(world, listId)).body.data).toMatchObject({
      status: 7,
      credits_charged: 4,
      credits_reserved: 0,
    });
  });

  it('rejects ids that are too long for a DynamoDB key', async () => {
    const world = await createPipelineHarness(table);
    expect((await list(world, 'x'.repeat(2000))).status).toBe(422);
    expect((await fetchResult(world, 'x'.repeat(2000), 'all')).status).toBe(422);
  });
});

describe('download', () => {
  it('returns the complete result, or the unchanged rows of one verdict', async () => {
    const world = await createPipelineHarness(table);
    await world.grant(10);
    const listId = await world.upload(LIST);
    await world.drain();
    const all = await fetchResult(world, listId, 'all');
    expect(all.headers).toMatchObject({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': expect.stringContaining('filename="My list.csv"'),
    });
    const [header, ...rows] = rowsOf(all.text);
    expect(rows).toHaveLength(6);
    for (const [type, status] of [
      ['valid', 'deliverable'],
      ['invalid', 'undeliverable'],
      ['risky', 'risky'],
      ['unknown', 'unknown'],
    ] as const) {
      const some = await fetchResult(world, listId, type);
      expect(rowsOf(some.text)).toEqual([header, ...rows.filter((row) => row[2] === status)]);
    }
    expect((await fetchResult(world, listId, 'invalid')).text).toContain('"a\r\nb"');
  });

  it('returns a URL for a large result', async () => {
    const world = await createPipelineHarness(table);
    await world.grant(10);
    const listId = await world.upload(`${LIST}${`ok1@a.fr;${'x'.repeat(60_000)}\n`.repeat(80)}`);
    await world.drain();
    for (const type of ['all', 'valid']) {
      const response = await fetchResult(world, listId, type);
      expect(JSON.parse(response.text)).toEqual({
        data: {
          url: `https://files.test/results/${listId}/${type}.csv`,
          expires_at: new Date(world.context.clock.now() + 300_000).toISOString(),
        },
      });
    }
  });

  it('rejects the download of an unfinished list and of an expired result', async () => {
    const world = await createPipelineHarness(table);
    const listId = await world.upload(LIST);
    await world.drain();
    expect((await fetchResult(world, listId, 'all')).status).toBe(409);
    await world.grant(10);
    await world.drain();
    expect((await fetchResult(world, listId, 'all')).status).toBe(200);
    await world.blobs.deleteAll('results/');
    expect((await fetchResult(world, listId, 'risky')).status).toBe(410);
  });
});

describe('a single check', () => {
  async function check(
    world: PipelineHarness,
    email: string,
    headers: Record<string, string> = {},
  ) {
    const parts = { headers: { ...world.headers, ...headers }, body: { email } };
    const event = createApiEvent(checkEmail.route, parts);
    const { statusCode, body } = await invoke(checkEmail, world.context, event);
    return { status: statusCode, body: JSON.parse(body) as Record<string, unknown> };
  }

  it('responds with a sentence and the complete verdict', async () => {
    const world = await createPipelineHarness(table);
    await world.grant(3);
    const french = { 'Accept-Language': 'fr' };
    const checkBody = async (email: string, headers = {}) =>
      (await check(world, email, headers)).body;
    expect(await checkBody('ok@a.fr')).toMatchObject({
      data: 'This email is valid',
      result: { email: 'ok@a.fr', status: 'deliverable', reason: 'accepted' },
    });
    expect(await checkBody('any@a.fr')).toMatchObject({ data: 'This email is invalid' });
    expect(await checkBody('odd@a.fr')).toMatchObject({
      data: 'This email could not be verified, no credit was used',
    });
    expect((await checkBody('ok@a.fr', french)).data).not.toBe('This email is valid');
    expect(await check(world, 'ok@a.fr')).toMatchObject({
      status: 402,
      body: { code: 'not_enough_credits' },
    });
    expect(await check(world, 'nope')).toMatchObject({
      status: 422,
      body: { code: 'bad_address' },
    });
  });
});
