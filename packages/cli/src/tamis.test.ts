import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { styleText } from 'node:util';
import { afterEach, expect, it, vi } from 'vitest';

type Reply = readonly [status: number, body: object];

let service: Server | undefined;
let received: { readonly url: string | undefined; readonly body: string }[] = [];
afterEach(() => {
  service?.close();
  received = [];
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function startService(...replies: Reply[]): Promise<void> {
  service = createServer(async (request, response) => {
    received.push({ url: request.url, body: await text(request) });
    const [status, body] = replies.shift() ?? [500, {}];
    const headers = { 'content-type': 'application/json', 'retry-after': '0' };
    response.writeHead(status, headers).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  vi.stubEnv('TAMIS_URL', `http://127.0.0.1:${port}`);
  vi.stubEnv('TAMIS_API_KEY', 'k');
}

async function tamis(args: string[], typed = '') {
  vi.resetModules();
  const output = { stdout: '', stderr: '' };
  const stdin = Readable.from([typed]);
  vi.doMock('node:process', () => ({ stdin, stdout: process.stdout }));
  vi.spyOn(process.stdout, 'on').mockReturnThis();
  for (const name of ['stdout', 'stderr'] as const)
    vi.spyOn(process[name], 'write').mockImplementation((part) => Boolean((output[name] += part)));
  vi.spyOn(process, 'argv', 'get').mockReturnValue(['node', 'tamis', ...args]);
  await import('./tamis.ts');
  const { exitCode: code } = process;
  process.exitCode = undefined;
  return { code, ...output };
}
const jsonOf = (lines: string): unknown[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

const verdict = { email: 'ada@customer.test', status: 'deliverable', reason: 'accepted' };
const good: Reply = [200, { data: '', result: verdict }];
const bad: Reply = [422, { code: 'bad_address', message: ['No address.'] }];
const tooLong: Reply = [422, { code: 'validation', message: ['Too long.'] }];

it('checks every address of the input, skipping blank and reporting malformed lines', async () => {
  await startService(bad, tooLong, good);
  const lines = 'first\n\n  \nsecond\nada@customer.test\n';
  const result = await tamis(['check', '-'], lines);
  expect(result).toMatchObject({ code: 4, stdout: expect.stringMatching(/^deliverable.*\n$/) });
  expect(result.stderr).toBe('first: bad_address: No address.\nsecond: validation: Too long.\n');
  service?.close();
  await startService(bad, good);
  const { stdout, stderr } = await tamis(['check', '-', '--json'], 'first\nada@customer.test\n');
  expect(jsonOf(stderr)).toMatchObject([{ email: 'first', error: { code: 'bad_address' } }]);
  expect(jsonOf(stdout)).toEqual([verdict]);
});

it('stops checking after a failure that is not about the address', async () => {
  await startService([402, { code: 'not_enough_credits', message: [] }]);
  expect(await tamis(['check', '-'], 'a@b.test\nc@d.test\n')).toMatchObject({ code: 3 });
  expect(received).toHaveLength(1);
});

const paused = { id: 'l1', file_name: 'May', state: 'paused', reason: 'insufficient_credit' };
const data = { ...paused, file_id: 'l1', credits_needed: 400, total_email: 0 };
const list: Reply = [200, { data }];

it('prints retries, the hint to resume and errors as JSON with --json', async () => {
  await startService([503, {}], list, list, list);
  const { code, stderr } = await tamis(['verify', import.meta.filename, '--json']);
  expect([code, jsonOf(stderr)]).toMatchObject([
    3,
    [
      { note: expect.stringContaining('The next attempt is in 0 s.') },
      { note: expect.stringContaining('`tamis lists get l1` shows it') },
      { error: { code: 'list_paused' } },
    ],
  ]);
});

it('sends the file options, and reports which column has the addresses', async () => {
  const canceled = { ...data, state: 'cancelled', reason: 'wrong_column', suggested_column: 3 };
  const answer: Reply = [200, { data: canceled }];
  await startService(answer, answer, answer);
  const hints = '--column 2 --encoding shift_jis --strict'.split(' ');
  const { code, stderr } = await tamis(['verify', import.meta.filename, ...hints, '--json']);
  expect(code).toBe(1);
  expect(jsonOf(stderr)).toMatchObject([{ error: { code: 'list_canceled', column: 3 } }]);
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
    column: 2,
    encoding: 'shift_jis',
    strict: true,
  });
});

it('resumes an interrupted upload of a large file when the command is repeated', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-cut-'));
  const [file, output] = [join(folder, 'large.csv'), join(folder, 'result.csv')];
  writeFileSync(file, 'ada@customer.test\n'.repeat(600_000));
  const parts = [1, 2].map((number) => ({ number, url: `/parts/${number}` }));
  const missing: Reply = [200, { data: { file_id: 'l1', part_bytes: 8 * 1024 * 1024, parts } }];
  await startService(missing, [403, {}], [422, { code: 'bad_file_type', message: [] }]);
  const cut = await tamis(['verify', file, '--output', output]);
  expect(cut).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('the same command sends the rest.'),
  });
  const refused = await tamis(['verify', file, '--output', output]);
  expect(refused.stderr).toBe('bad_file_type\n');
  expect(received.map(({ url }) => url)).toEqual(['/api/upload', '/parts/1', '/api/upload']);
  rmSync(folder, { recursive: true });
});

it.each(['verify', 'bounces'])('%s reports why a file cannot be read', async (command) => {
  await startService();
  const missing = await tamis([command, 'missing.csv']);
  expect(missing).toMatchObject({ code: 1, stderr: 'No such file: missing.csv\n' });
  const folder = await tamis([command, tmpdir(), '--json']);
  expect(jsonOf(folder.stderr)).toEqual([{ error: { message: `This is a folder: ${tmpdir()}` } }]);
  expect(received).toEqual([]);
});

it('fails to log in without a key', async () => {
  const { code, stderr } = await tamis(['login', '--url', 'https://tamis.test']);
  expect([code, stderr]).toEqual([1, 'No API key was entered.\n']);
});

it('reports that a test key uses no credits', async () => {
  const credits: Reply = [200, { data: { available: 0, reserved: 0, held: 0, debt: 0 } }];
  await startService(credits, credits);
  expect((await tamis(['credits'])).stdout).toBe('0 credits available, 0 reserved\n');
  vi.stubEnv('TAMIS_API_KEY', 'tms_test_1');
  expect((await tamis(['credits'])).stdout).toBe('A test key uses no credits\n');
});

it('listens again after an outage', async () => {
  const unavailable: Reply = [503, { code: 'unavailable' }];
  await startService(...Array.from({ length: 6 }, () => unavailable), [200, { data: [] }]);
  const { stderr } = await tamis(['webhooks', 'listen', '--forward-to', 'http://localhost:1']);
  expect(stderr).toContain('There is no endpoint to listen to');
});

it('reports usage errors as JSON with --json and as text without it', async () => {
  const usage = await tamis(['lists', 'watch', 'l1', '--json']);
  expect(usage.code).toBe(2);
  expect(jsonOf(usage.stderr)).toMatchObject([
    { error: { message: expect.stringContaining('--max-credits') } },
  ]);
  const usageError = await tamis(['lists', 'download', 'l1', '-o', 'r.json']);
  expect(usageError).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('a .csv or .xlsx'),
  });
  expect((await tamis(['verify', 'c.csv', '-o', 'r.json'])).code).toBe(2);
  expect((await tamis(['bounces', 'README.md', '--list', 'l1', '--at', 'noon'])).code).toBe(2);
});

it('shows the credits that a paused list needs, and prints successes as JSON with --json', async () => {
  await startService(list, list, [200, {}], [200, {}]);
  expect((await tamis(['lists', 'get', 'l1'])).stdout).toMatch(/^It needs 400 credits\.$/m);
  expect(jsonOf((await tamis(['lists', 'rename', 'l1', 'May', '--json'])).stdout)).toEqual([data]);
  const success = { code: undefined, stdout: '{"id":"l1"}\n', stderr: '' };
  expect(await tamis(['lists', 'unwatch', 'l1', '--json'])).toEqual(success);
  expect(await tamis(['lists', 'delete', 'l1', '--yes', '--json'])).toEqual(success);
});

const audiences: Reply = [
  200,
  {
    data: {
      audiences: [
        { id: 'a1', name: 'News' },
        { id: 'a2', name: 'VIP' },
        { id: 'a3', name: 'VIP' },
      ],
      next: null,
    },
  },
];

it('imports an audience by its id or its unique name', async () => {
  const reading = { id: 'l1', state: 'reading', read: 0, expected: 2 };
  const imported: Reply = [200, { data: { ...reading, state: 'finished' } }];
  await startService(audiences, [200, { data: reading }], imported, [
    200,
    { data: { ...data, state: 'finished', valid: 2, credits_charged: 2 } },
  ]);
  const done = await tamis(['connections', 'import', 'c1', 'News', '--names']);
  expect(done).toMatchObject({ code: undefined, stdout: expect.stringMatching(/^l1 {2}2 deliv/) });
  expect(received[1]?.url).toBe('/api/connections/c1/imports');
  expect(JSON.parse(received[1]?.body ?? '')).toEqual({
    audience_id: 'a1',
    audience: 'News',
    names: true,
  });
  for (const [name, message] of [
    ['VIP', 'Several audiences'],
    ['Other', 'no audience Other'],
  ] as const) {
    service?.close();
    await startService(audiences);
    const refused = await tamis(['connections', 'import', 'c1', name]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
  }
});

it('writes verdicts back, and unsubscribes only with --yes', async () => {
  const job = { id: 'l1-0001', list_id: 'l1', changed: 3, unsubscribed: 1, missing: 0, raced: 0 };
  const jobs = { can_resubscribe: false, jobs: [{ ...job, state: 'finished', done: 4, total: 4 }] };
  const replies: Reply[] = [
    [200, { data: { ...job, state: 'working' } }],
    [200, { data: jobs }],
  ];
  await startService(...replies);
  const command = 'connections apply l1 --undeliverable mark unsubscribe --risky nothing'.split(
    ' ',
  );
  expect(await tamis(command)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('unsubscribe needs --yes'),
  });
  expect(received).toEqual([]);
  const done = await tamis([...command, '--yes']);
  expect(done.stdout).toMatch(/^l1-0001 {2}3 contacts changed; 1 unsubscribed before/);
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({
    list_id: 'l1',
    actions: { undeliverable: ['mark', 'unsubscribe'], risky: [], unknown: ['mark', 'field'] },
  });
});

it('filters rows and results by status, reason and type', async () => {
  await startService([200, { data: { rows: [], next: null } }], [400, { code: 'x', message: [] }]);
  await tamis(['lists', 'rows', 'l1', '--reason', 'catch_all', '--json']);
  await tamis('lists download l1 --type risky --status risky --no-duplicates'.split(' '));
  expect(received[0]?.url).toBe('/api/lists/l1/rows?reason=catch_all');
  expect(JSON.parse(received[1]?.body ?? '')).toEqual({
    duplicates: false,
    file_id: 'l1',
    format: 'csv',
    type: 'risky',
    status: 'risky',
  });
});

it('downloads segments, and rejects unknown ones', async () => {
  await startService([400, { code: 'x', message: [] }]);
  const command = (segments: string) => ['lists', 'download', 'l1', '--include', segments];
  expect((await tamis(command('safe,all'))).code).toBe(2);
  await tamis(command('safe,corrected'));
  const include = ['safe', 'corrected'];
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({
    file_id: 'l1',
    format: 'csv',
    include,
    type: 'all',
  });
});

const ATTACK = '\u001b]0;owned\u0007\u009b2J\u202e';
const FILES = { file_id: 'l1', file_name: ATTACK, state: ATTACK, reason: ATTACK };
const COUNTS = { total_email: 3, processed: 3, valid: ATTACK, credits_charged: ATTACK };
const attackList = { ...FILES, ...COUNTS };
const doneList = { ...attackList, state: 'finished' };
const attackRow = { email: ATTACK, status: 'risky', reason: ATTACK };

it.each<[string, ...object[]]>([
  ['credits', { available: ATTACK, reserved: ATTACK }],
  ['lists', { files: [attackList], lists: [attackList], next: null }],
  ['lists get l1', attackList],
  ['lists rows l1', { rows: [attackRow, { ...attackRow, status: null }], next: null }],
  ['lists recheck l1', {}, doneList],
  ['lists watch l1 --max-credits 5', { next_at: ATTACK }],
  ['lists rename l1 x', attackList],
])('escapes control characters from the service: %s', async (command, ...bodies) => {
  await startService(...bodies.map((body): Reply => [200, { data: body }]));
  const { stdout, stderr } = await tamis(command.split(' '));
  expect(stdout + stderr).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
  expect(stdout + stderr).toContain('\\u001b]0;owned');
});

it('colors the status of a verdict, and escapes everything else in the line', async () => {
  vi.stubEnv('FORCE_COLOR', '1');
  const colored = { email: ATTACK, status: 'risky', reason: 'x', suggestion: ATTACK };
  await startService([200, { data: '', result: colored }]);
  const { stdout } = await tamis(['check', 'a@b.test']);
  const start = `${styleText('yellow', 'risky        ')} `;
  expect(start).toContain('\u001b[33m');
  expect(stdout.slice(0, start.length)).toBe(start);
  expect(stdout.slice(start.length)).toMatch(/^[^\p{Cc}\p{Bidi_Control}]*\n$/u);
});

it('escapes control characters of a result on a terminal, and pipes it unchanged', async () => {
  const body = `"a${ATTACK}"\r\n`;
  for (const isTTY of [true, false]) {
    service = createServer((_, response) => void response.end(body)).listen(0, '127.0.0.1');
    await once(service, 'listening');
    const { port } = service.address() as AddressInfo;
    vi.stubEnv('TAMIS_URL', `http://127.0.0.1:${port}`);
    vi.stubEnv('TAMIS_API_KEY', 'k');
    const previous = process.stdout.isTTY;
    process.stdout.isTTY = isTTY;
    const { stdout } = await tamis(['lists', 'download', 'l1']);
    process.stdout.isTTY = previous;
    expect(stdout).toBe(isTTY ? '"a\\u001b]0;owned\\u0007\\u009b2J\\u202e"\n' : body);
    service.close();
  }
});
