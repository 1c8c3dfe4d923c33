import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assistantStage } from '../../../tests/support/assistant-stage.ts';

const stage = assistantStage();

describe('a file', () => {
  const createdLists = () => stage.received.filter(({ call }) => call === 'POST /api/lists');

  it('is read below the stage.folder, for what is an address', async () => {
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
    ['elsewhere', 'elsewhere.csv'],
    ['behind a link', 'project/link.csv'],
    ['below a link', 'project/away/elsewhere.csv'],
    ['of another kind', 'project/.netrc'],
    ['of another kind behind a link', 'project/netrc.txt'],
    ['a folder', 'project/folder.csv'],
    ['too large', 'project/large.csv'],
    ['a workbook', 'project/customers.xlsx'],
  ])('%s is not read', async (_, path) => {
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

  it.each([[[]], [['/']], [['/nowhere']]])('below the folders %j is not read', async (roots) => {
    const file = join(stage.folder, 'customers.csv');
    writeFileSync(file, 'ada@customer.test');
    const call = await stage.connect(stage.processOf(), { roots });
    expect(await call('create_list', { file })).toMatchObject({ code: 'bad_file' });
    expect(stage.received).toEqual([]);
  });
});

describe('a result', () => {
  const result = { rows: ['=1+1;ada@customer.test'.repeat(1000)] };
  const requestedCalls = () => stage.received.map(({ call }) => call);

  it('is saved below the folder under a new name, and told as its size alone', async () => {
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

  it.each([
    ['elsewhere', '../elsewhere.csv'],
    ['in a folder behind a link', 'away/new.csv'],
    ['through a link to nothing yet', 'link.csv'],
    ['in a folder that is missing', 'missing/new.csv'],
    ['of another kind', '.bashrc'],
    ['as a folder', 'folder.csv'],
  ])('%s is not saved', async (_, name) => {
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

  it('that fails leaves no file', async () => {
    stage.answers['POST /api/download'] = { data: { url: 'http://127.0.0.1:1/' } };
    const call = await stage.connect();
    const answer = await call('download_list', { id: 'l1', file: 'result.csv' });
    expect(answer).toMatchObject({ code: 'unreachable' });
    expect(existsSync(join(stage.folder, 'result.csv'))).toBe(false);
  });
});
