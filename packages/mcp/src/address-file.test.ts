import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAssistantHarness } from '../../../tests/support/assistant-harness.ts';
import { saveResultFile } from './address-file.ts';

const stage = createAssistantHarness();

describe('create_list with a file', () => {
  const createdLists = () => stage.received.filter(({ call }) => call === 'POST /api/lists');

  it('reads the addresses of a file below the project folder, and nothing else', async () => {
    const text = [
      'email;site',
      'Ada <ada@customer.test>;https://ada:ghp_s3cret@github.com/x',
      'ünï.cødé+tag@exämple.test;machine api.test login me password t0ken@',
      'user@localhost',
    ].join('\n');
    writeFileSync(join(stage.folder, 'customers.csv'), text);
    const call = await stage.connect();
    expect(await call('create_list', { file: 'nowhere.csv' })).toMatchObject({ code: 'bad_file' });
    await call('create_list', { file: join(stage.folder, 'customers.csv') });
    expect(createdLists()).toEqual([
      { call: 'POST /api/lists', emails: ['ada@customer.test', 'ünï.cødé+tag@exämple.test'] },
    ]);
  });

  it.each([
    ['a file outside the folder', 'elsewhere.csv'],
    ['a file behind a symbolic link', 'project/link.csv'],
    ['a file below a linked folder', 'project/away/elsewhere.csv'],
    ['a file of another type', 'project/.netrc'],
    ['a file of another type behind a link', 'project/netrc.txt'],
    ['a folder', 'project/folder.csv'],
    ['a file that is too large', 'project/large.csv'],
    ['a workbook', 'project/customers.xlsx'],
  ])('does not read %s', async (_, path) => {
    const project = join(stage.folder, 'project');
    mkdirSync(join(project, 'folder.csv'), { recursive: true });
    writeFileSync(join(stage.folder, 'elsewhere.csv'), 'ada@customer.test');
    writeFileSync(join(project, '.netrc'), 'ada@customer.test');
    writeFileSync(join(project, 'customers.xlsx'), 'ada@customer.test');
    writeFileSync(join(project, 'large.csv'), 'ada@customer.test\n');
    truncateSync(join(project, 'large.csv'), 17 * 2 ** 20);
    symlinkSync(join(stage.folder, 'elsewhere.csv'), join(project, 'link.csv'));
    symlinkSync(stage.folder, join(project, 'away'));
    symlinkSync(join(project, '.netrc'), join(project, 'netrc.txt'));
    const call = await stage.connect(stage.processOf(), { roots: [project] });
    const file = join(stage.folder, path);
    expect(await call('create_list', { file })).toMatchObject({ code: 'bad_file' });
    expect(stage.received).toEqual([]);
  });

  it.each([[[]], [['/']], [['/nowhere']]])('reads no file with the roots %j', async (roots) => {
    const file = join(stage.folder, 'customers.csv');
    writeFileSync(file, 'ada@customer.test');
    const call = await stage.connect(stage.processOf(), { roots });
    expect(await call('create_list', { file })).toMatchObject({ code: 'bad_file' });
    expect(stage.received).toEqual([]);
  });
});

describe('download_list', () => {
  const result = { rows: ['=1+1;ada@customer.test'.repeat(1000)] };
  const requestedCalls = () => stage.received.map(({ call }) => call);

  it('saves the result below the project folder as a new file, and returns only its size', async () => {
    stage.answers['POST /api/download'] = { data: { url: '/store/l1' } };
    stage.answers['GET /store/l1'] = result;
    const call = await stage.connect();
    const text = JSON.stringify(result);
    const file = join(realpathSync(stage.folder), 'result.csv');
    const given = { id: 'l1', file: 'result.csv', type: 'valid' };
    expect(await call('download_list', given)).toEqual({ file, bytes: text.length });
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(requestedCalls()).toEqual(['POST /api/download', 'GET /store/l1']);
    expect(await call('download_list', given)).toMatchObject({ code: 'bad_file' });
    expect(requestedCalls()).toHaveLength(2);
  });

  it('accepts only known segments', async () => {
    stage.answers['POST /api/download'] = { data: { url: '/store/l1' } };
    stage.answers['GET /store/l1'] = result;
    const call = await stage.connect();
    const download = (...include: string[]) =>
      call('download_list', { id: 'l1', file: `${include.join('-')}.csv`, include });
    expect(JSON.stringify(await download('all'))).toContain('include');
    expect(requestedCalls()).toEqual([]);
    expect(await download('safe', 'corrected')).toMatchObject({ bytes: expect.any(Number) });
  });

  it.each([
    ['outside the folder', '../elsewhere.csv'],
    ['in a folder behind a link', 'away/new.csv'],
    ['through a dangling link', 'link.csv'],
    ['in a missing folder', 'missing/new.csv'],
    ['with another extension', '.bashrc'],
    ['in place of a folder', 'folder.csv'],
  ])('does not save a result %s', async (_, name) => {
    const project = join(stage.folder, 'project');
    mkdirSync(join(project, 'folder.csv'), { recursive: true });
    symlinkSync(stage.folder, join(project, 'away'));
    symlinkSync(join(stage.folder, 'elsewhere.csv'), join(project, 'link.csv'));
    const call = await stage.connect(stage.processOf(), { roots: [project] });
    const answer = await call('download_list', { id: 'l1', file: join(project, name) });
    expect(answer).toMatchObject({ code: 'bad_file' });
    expect(requestedCalls()).toEqual([]);
    for (const path of ['elsewhere.csv', 'new.csv', 'project/.bashrc'])
      expect(existsSync(join(stage.folder, path))).toBe(false);
  });

  it('leaves no file if the download fails', async () => {
    stage.answers['POST /api/download'] = { data: { url: 'http://127.0.0.1:1/' } };
    const call = await stage.connect();
    const answer = await call('download_list', { id: 'l1', file: 'result.csv' });
    expect(answer).toMatchObject({ code: 'unreachable' });
    expect(existsSync(join(stage.folder, 'result.csv'))).toBe(false);
  });

  it('saves no partial result if the server is killed during the download', async () => {
    const file = join(realpathSync(stage.folder), 'result.csv');
    const parts = ['ada@customer.test\n', 'eve@customer.test\n'];
    const seen: string[] = [];
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      seen.push(readFileSync(file, 'utf8'));
      const part = parts.shift();
      if (part === undefined) controller.close();
      else controller.enqueue(new TextEncoder().encode(part));
    };
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    await saveResultFile('result.csv', [stage.folder], async () => new Response(body));
    expect(seen).toEqual(['', '', '']);
    expect(readFileSync(file, 'utf8')).toBe('ada@customer.test\neve@customer.test\n');
    expect(readdirSync(stage.folder)).not.toContainEqual(expect.stringContaining('.part'));
  });
});
