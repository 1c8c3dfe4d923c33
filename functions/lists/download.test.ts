import { parse } from 'csv-parse/sync';
import readWorkbook from 'read-excel-file/node';
import { expect, it } from 'vitest';
import { invoke } from '../../tests/support/invoke.ts';
import { createApiEvent } from '../../tests/support/api-event.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import {
  type PipelineHarness,
  createPipelineHarness,
} from '../../tests/support/pipeline-harness.ts';
import { readResultRows } from './result/list-rows.ts';
import { download } from './api.ts';

const table = await startFileTable();

const LIST = 'ok1@a.fr;Zoé\nbad1@a.fr;"a\r\nb"\n\nodd@c.fr;=x\nany@d.fr;y\nok1@a.fr;z\n';

async function fetchResult(
  world: PipelineHarness,
  listId: string,
  type: string,
  more: object = {},
  headers: object = {},
) {
  const response = await invoke(
    download,
    world.context,
    createApiEvent(download.route, {
      headers: { ...world.headers, ...headers },
      body: { file_id: listId, type, ...more },
    }),
  );
  return { status: response.statusCode, headers: response.headers, text: response.body };
}

const rowsOf = (text: string): string[][] =>
  parse(text, { delimiter: ';', bom: true, relax_column_count: true });

it('returns the requested rows and columns', async () => {
  const world = await createPipelineHarness(table);
  await world.grant(10);
  const listId = await world.upload(LIST);
  await world.drain();
  const columns = ['original', 'meaning', 'role', 'provider', 'reply'];
  const some = await fetchResult(world, listId, 'all', { status: 'undeliverable', columns });
  expect(some.headers).toMatchObject({
    'Content-Disposition': expect.stringContaining('filename="My list-selection.csv"'),
  });
  expect(rowsOf(some.text)).toEqual([
    ['email', 'column_2', 'meaning', 'role', 'provider', 'reply'],
    [
      'bad1@a.fr',
      'a\r\nb',
      'Mailbox does not exist',
      'false',
      'google',
      '550 5.1.1 <bad1@a.fr>: no such user',
    ],
  ]);
  const fetchRows = async (more: object, type = 'all', headers = {}) =>
    rowsOf((await fetchResult(world, listId, type, more, headers)).text).slice(1);
  const french = { 'Accept-Language': 'fr' };
  expect(await fetchRows({ columns: ['meaning'], q: '=x' }, 'all', french)).toEqual([
    ['Vérification refusée par le serveur'],
  ]);
  // By default, the columns are the same as in the stored result, and formulas are guarded.
  const usual = rowsOf((await fetchResult(world, listId, 'all')).text);
  expect(await fetchRows({ domain: 'c.fr' })).toEqual(
    usual.filter(([email]) => email === 'odd@c.fr'),
  );
  expect(await fetchRows({ domain: 'a.fr' }, 'valid')).toHaveLength(2);
  expect(await fetchRows({ status: 'risky' }, 'valid')).toEqual([]);
  for (const wrong of [{ columns: [] }, { columns: ['email'] }, { status: 'good' }])
    expect((await fetchResult(world, listId, 'all', wrong)).status).toBe(422);

  world.context.clock.advance(10 * 60_000);
  await world.blobs.delete(`results/${listId}/rows`);
  expect((await fetchResult(world, listId, 'all', { q: 'gone' })).status).toBe(410);
});

it('omits duplicates on request, under the usual file name and without a rate limit', async () => {
  const world = await createPipelineHarness(table);
  await world.grant(10);
  const listId = await world.upload(`${LIST}OK1@a.fr;v\nbad2@a.fr;w\nno address;1\nno address;2\n`);
  await world.drain();
  const distinct = { duplicates: false };
  const fetchRows = async (type: string, more: object = distinct) =>
    rowsOf((await fetchResult(world, listId, type, more)).text).slice(1);
  const valid = [['ok1@a.fr', 'Zoé', 'deliverable', 'accepted', '', 'ok1@a.fr']];
  for (let call = 0; call < 12; call += 1) expect(await fetchRows('valid')).toEqual(valid);
  const { headers } = await fetchResult(world, listId, 'valid', distinct);
  expect(headers?.['Content-Disposition']).toContain('filename="My list-valid.csv"');
  expect((await fetchRows('all')).map(([email, own]) => [email, own])).toEqual([
    ['ok1@a.fr', 'Zoé'],
    ['bad1@a.fr', 'a\r\nb'],
    ['odd@c.fr', "'=x"],
    ['any@d.fr', 'y'],
    ['bad2@a.fr', 'w'],
    ['no address', '1'],
  ]);
  expect(await fetchRows('all', { ...distinct, q: 'ok1', columns: ['original'] })).toEqual([
    ['ok1@a.fr', 'Zoé'],
  ]);
  expect(
    (await fetchRows('all', { duplicates: true })).filter(([email]) => /^ok1/i.test(email ?? '')),
  ).toHaveLength(3);
  const other = await world.upload('ok1@a.fr\n\nok2@a.fr\n');
  await world.drain();
  expect((await fetchResult(world, other, 'all', distinct)).text).toBe(world.result(other));
});

it('reads addresses from the specified column, and keeps the order of columns', async () => {
  const world = await createPipelineHarness(table);
  await world.grant(10);
  const content = 'No;Work;Private\n1;x@y.fr;ok1@a.fr\n2;;bad1@b.fr\n\n3;z@y.fr;\n4;;OK1@a.fr\n';
  const listId = await world.upload(content, { column: 3 });
  await world.drain();
  expect(await world.list(listId)).toMatchObject({ total: 2, duplicates: 1, charged: 2 });
  expect(rowsOf((await fetchResult(world, listId, 'all')).text)).toEqual([
    ['No', 'Work', 'Private', 'status', 'reason', 'suggestion', 'address'],
    ['1', 'x@y.fr', 'ok1@a.fr', 'deliverable', 'accepted', '', 'ok1@a.fr'],
    ['2', '', 'bad1@b.fr', 'undeliverable', 'no_such_mailbox', '', 'bad1@b.fr'],
    [''],
    ['3', 'z@y.fr', '', '', '', '', ''],
    ['4', '', 'OK1@a.fr', 'deliverable', 'accepted', '', 'OK1@a.fr'],
  ]);
  const chosen = { domain: 'a.fr', columns: ['reason', 'original'] };
  expect(rowsOf((await fetchResult(world, listId, 'all', chosen)).text)).toEqual([
    ['reason', 'No', 'Work', 'Private'],
    ['accepted', '1', 'x@y.fr', 'ok1@a.fr'],
    ['accepted', '4', '', 'OK1@a.fr'],
  ]);
  const { rows } = await readResultRows(world.context, world.userId, listId, { q: 'bad1' });
  expect(rows).toMatchObject([{ row: 2, email: 'bad1@b.fr' }]);
  expect((await world.list(listId))?.shares?.domains.map(({ name }) => name)).toEqual([
    'a.fr',
    'b.fr',
  ]);
});

it.each([
  ['beyond the last column', '1;a@b.fr\n', 3, 'wrong_column'],
  ['empty', 'a@b.fr;\n', 2, 'wrong_column'],
  ['without addresses, like all others', '1;2\n', 2, 'no_address'],
])('cancels a list whose column is %s', async (_, content, column, reason) => {
  const world = await createPipelineHarness(table);
  const listId = await world.upload(content, { column });
  await world.drain();
  expect(await world.list(listId)).toMatchObject({ status: 6, reason });
});

it('returns a workbook as a URL', async () => {
  const world = await createPipelineHarness(table);
  await world.grant(10);
  const listId = await world.upload(LIST);
  await world.drain();
  const more = { format: 'xlsx', status: 'undeliverable', columns: ['original', 'reason'] };
  const { status, text } = await fetchResult(world, listId, 'all', more);
  expect(status).toBe(200);
  const { url } = (JSON.parse(text) as { data: { url: string } }).data;
  const key = decodeURIComponent(new URL(url).pathname.slice(1));
  expect(key).toContain(`selections/${world.userId}/${listId}/`);
  const [sheet] = await readWorkbook(Buffer.from(world.blobs.objects.get(key) ?? ''));
  expect(sheet?.data).toEqual([
    ['email', 'column_2', 'reason'],
    ['bad1@a.fr', 'a\r\nb', 'no_such_mailbox'],
  ]);
  expect((await fetchResult(world, listId, 'all', { format: 'xlsx' })).text).toContain(
    'selections',
  );
  expect((await fetchResult(world, listId, 'all', { format: 'csv' })).text).toBe(
    world.result(listId),
  );
  const sample = await fetchResult(world, 'sample', 'all', { format: 'xlsx' });
  expect(JSON.parse(sample.text)).toMatchObject({ code: 'wrong_state' });
});
