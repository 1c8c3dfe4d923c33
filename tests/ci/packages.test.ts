import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useSharedStack } from '../integration/shared-stack.ts';
import { CUSTOMERS_CSV, fetchTestKey } from '../support/guide-runs.ts';
import { installPackedPackages, lintPackage } from '../support/packed-packages.ts';
import { parseCodeBlocks } from '../support/samples.ts';

/** Installs the npm packages of `packages/` into an empty folder, and uses them with a stack. */

const PACKAGES = ['client', 'form', 'cli', 'mcp'];
const ADDRESSES = CUSTOMERS_CSV.match(/\S+@sandbox\.test/g) ?? [];

const run = promisify(execFile);
const stack = useSharedStack();
const folder = mkdtempSync(join(tmpdir(), 'tamis-packages-'));
let packed: Awaited<ReturnType<typeof installPackedPackages>>;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  await run(process.execPath, ['packages/build.ts', ...PACKAGES]);
  packed = await installPackedPackages(folder, PACKAGES);
  writeFileSync(join(folder, 'customers.csv'), CUSTOMERS_CSV);
  env = {
    ...process.env,
    TAMIS_URL: stack.url,
    TAMIS_API_KEY: await fetchTestKey(stack),
    XDG_CONFIG_HOME: join(folder, 'config'),
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const exampleOf = (name: string, language: string): string => {
  const readme = readFileSync(resolve('packages', name, 'README.md'), 'utf8');
  return parseCodeBlocks(readme).find((block) => block.language === language)?.code ?? '';
};

describe('a package', () => {
  it.each(PACKAGES)('%s contains its code and a README', (name) => {
    const { files = [] } = packed.get(name) ?? {};
    const others = files.filter((path) => !/^dist\/[\w-]+\.(js|d\.ts)$/.test(path));
    expect(others.toSorted()).toEqual(['README.md', 'package.json']);
    expect(files.some((path) => path.endsWith('.js'))).toBe(true);
  });

  it.each(PACKAGES)('%s has no findings of publint or attw', async (name) => {
    expect(await lintPackage(packed.get(name))).toEqual([]);
  });
});

describe('the client', () => {
  it('has less than 28 KB of code, and no dependencies', () => {
    const dist = join(folder, 'node_modules/@tamis/client/dist');
    const code = readdirSync(dist).filter((file) => file.endsWith('.js'));
    const bytes = code.reduce((sum, file) => sum + readFileSync(join(dist, file)).length, 0);
    expect(bytes).toBeLessThan(28_000);
    const manifest = readFileSync(join(dist, '../package.json'), 'utf8');
    expect(JSON.parse(manifest)).not.toHaveProperty('dependencies');
  });

  it('runs the example in its README unchanged', async () => {
    writeFileSync(join(folder, 'example.mjs'), exampleOf('client', 'js'));
    const { stdout } = await run(process.execPath, ['example.mjs'], { cwd: folder, env });
    expect(stdout).toMatch(/^deliverable accepted\n[^]*^undeliverable@sandbox\.test\n$/m);
  });

  it('verifies a webhook as in its README', async () => {
    const readme = readFileSync(resolve('packages', 'client', 'README.md'), 'utf8');
    const blocks = parseCodeBlocks(readme).filter(({ language }) => language === 'js');
    const example = blocks.find(({ section }) => section === 'Webhooks')?.code;
    const secret = `whsec_${btoa('a secret of twenty-four bytes and more')}`;
    const body = '{"type":"list.finished","data":{"file_name":"May","valid":7}}';
    const calls = ['good', 'forged'].map((kind) => {
      const sent = new Date();
      const signature = new Webhook(secret).sign(kind, sent, body);
      const headers = {
        'webhook-id': 'good',
        'webhook-timestamp': String(Math.floor(sent.getTime() / 1000)),
        'webhook-signature': signature,
      };
      const request = `new Request('http://x', ${JSON.stringify({ method: 'POST', headers, body })})`;
      return `await POST(${request}).catch((error) => console.log(error.code));`;
    });
    writeFileSync(join(folder, 'hook.mjs'), `${example}\n${calls.join('\n')}`);
    const { stdout } = await run(process.execPath, ['hook.mjs'], {
      cwd: folder,
      env: { ...env, TAMIS_WEBHOOK_SECRET: secret },
    });
    expect(stdout).toBe('May 7\nwrong_signature\n');
  });

  it('has types with descriptions that depend only on those of the platform', async () => {
    const types = readFileSync(join(folder, 'node_modules/@tamis/client/dist/types.d.ts'), 'utf8');
    for (const name of ['confidence', 'credits_charged', 'failing_since', 'min_score', 'typical'])
      expect(types).toMatch(new RegExp(String.raw`/\*\* .+ \*/\nreadonly ${name}\??:`));
    const project = join(folder, 'typed');
    mkdirSync(project, { recursive: true });
    writeFileSync(
      join(project, 'index.ts'),
      [
        `import { createClient, type Row, TamisError, type Verdict } from '@tamis/client';`,
        `const tamis = createClient({ baseUrl: 'https://tamis.example', apiKey: 'k' });`,
        `const verdict: Verdict = await tamis.check('ada@customer.test');`,
        `export const status: 'deliverable' | 'undeliverable' | 'risky' | 'unknown' = verdict.status;`,
        `export const rows: AsyncGenerator<Row> = tamis.lists.rows('l1', { status: 'risky' });`,
        `export const failure = (error: TamisError): string => error.code;`,
        `// @ts-expect-error: no such status`,
        `tamis.lists.rows('l1', { status: 'fine' });`,
      ].join('\n'),
    );
    const compilerOptions = {
      strict: true,
      noEmit: true,
      types: [],
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
      module: 'nodenext',
    };
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    const tsc = run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', project]);
    expect(await tsc).toMatchObject({ stdout: '' });
  });
});

describe('the command', () => {
  async function tamis(args: string[], more: NodeJS.ProcessEnv = env, typed = '') {
    const child = spawn(join(folder, 'node_modules/.bin/tamis'), args, { cwd: folder, env: more });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (part) => (stdout += part));
    child.stderr.on('data', (part) => (stderr += part));
    child.stdin.end(typed);
    const [code] = (await once(child, 'close')) as [number];
    return { code, stdout, stderr };
  }

  it('logs in once, and stores the key readable only by its owner', async () => {
    const { TAMIS_API_KEY: key = '', TAMIS_URL: url = '', ...fresh } = env;
    expect(await tamis(['credits'], fresh)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('tamis login'),
    });
    const login = await tamis(['login', '--url', url], fresh, `${key}\n`);
    expect(login).toMatchObject({ code: 0, stderr: 'Logged in. A test key uses no credits.\n' });
    const { stdout } = await run('stat', ['-c', '%a', join(folder, 'config/tamis/login.json')]);
    expect(stdout).toBe('600\n');
    expect(await tamis(['credits'], fresh)).toMatchObject({ code: 0 });
    expect(await tamis(['login', '--url', url], fresh, 'tms_live_wrong\n')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('wrong_api_key'),
    });
  });

  it('checks addresses, and fails if one is not deliverable', async () => {
    const good = await tamis(['check', 'deliverable@sandbox.test']);
    expect(good).toMatchObject({ code: 0, stdout: expect.stringMatching(/^deliverable\b/) });
    const [first = '', second = ''] = ADDRESSES;
    const both = await tamis(['check', '--json', first, second]);
    expect(both.code).toBe(4);
    const lines = both.stdout.trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { status: string }).status)).toEqual([
      'deliverable',
      'undeliverable',
    ]);
  });

  it('verifies a file, and lists it', async () => {
    const done = await tamis(['verify', 'customers.csv', '-o', 'result.csv']);
    expect(done).toEqual({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('1 deliverable, 1 undeliverable, 1 risky, 1 unknown'),
    });
    const result = readFileSync(join(folder, 'result.csv'), 'utf8');
    expect(result).toContain('"undeliverable@sandbox.test";"Grace";"undeliverable"');
    expect(readdirSync(folder).filter((file) => file.startsWith('result'))).toEqual(['result.csv']);
    expect((await tamis(['lists'])).stdout).toContain('finished         4 of 4  customers.csv');
    expect((await tamis(['verify', 'customers.csv', '-o', 'result.csv'])).code).toBe(2);
  });

  it('sends the encoding of a file', async () => {
    // "Имя" in windows-1251: three bytes are too few for the service to detect the encoding.
    const file = Buffer.from('email;\xc8\xec\xff\ndeliverable@sandbox.test;Ada\n', 'latin1');
    writeFileSync(join(folder, 'russian.csv'), file);
    const args = ['verify', 'russian.csv', '--encoding', 'windows-1251', '--strict'];
    const { code, stdout } = await tamis(args);
    expect([code, stdout]).toEqual([0, expect.stringContaining('"email";"Имя";"status"')]);
    const unknown = await tamis([...args, '--encoding', 'klingon', '--json']);
    expect(JSON.parse(unknown.stderr)).toMatchObject({ error: { code: 'validation' } });
  });

  it('verifies piped input, and does everything with a list that the API does', async () => {
    const piped = await tamis(['verify', '-', '--name', 'Piped'], env, CUSTOMERS_CSV);
    expect(piped).toMatchObject({ code: 0, stdout: expect.stringContaining('"undeliverable"') });
    // Other test files may upload lists to the same account at the same time.
    const lists = (await tamis(['lists', '--json'])).stdout.trim().split('\n');
    const listLine = lists.find((line) => line.includes('"Piped"')) ?? '';
    const { id } = JSON.parse(listLine) as { id: string };
    expect((await tamis(['lists', 'get', id])).stdout).toContain('finished         4 of 4  Piped');
    const rows = await tamis(['lists', 'rows', id, '--status', 'risky', '--json']);
    expect(JSON.parse(rows.stdout)).toMatchObject({ email: 'risky@sandbox.test' });
    expect(await tamis(['lists', 'download', id])).toEqual({ ...piped, stderr: '' });
    expect(await tamis(['lists', 'download', id, '-o', 'no/where.csv'])).toMatchObject({
      code: 1,
      stderr: 'The folder of no/where.csv does not exist.\n',
    });
    expect((await tamis(['lists', 'recheck', id])).stdout).toContain('1 unknown');
    expect((await tamis(['lists', 'rename', id, 'Mine'])).stderr).toContain('Mine');
    expect((await tamis(['lists', 'watch', id])).code).toBe(2);
    const watch = ['lists', 'watch', id, '--every', 'week', '--max-credits', '5', '--json'];
    expect(JSON.parse((await tamis(watch)).stdout)).toMatchObject({
      every: 'week',
      max_credits: 5,
    });
    expect((await tamis(['lists', 'unwatch', id])).stderr).toContain('no longer watched');
    expect((await tamis(['lists', 'delete', id])).code).toBe(2);
    expect((await tamis(['lists', 'delete', id, '--yes'])).code).toBe(0);
    const deleted = await tamis(['lists', 'get', id, '--json']);
    expect(JSON.parse(deleted.stderr)).toMatchObject({ error: { code: 'not_found', status: 404 } });
  });

  it('checks lines of its input, and stops when its reader has read enough', async () => {
    const good = await tamis(['check', '-'], env, 'deliverable@sandbox.test\n');
    expect(good).toMatchObject({ code: 0, stdout: expect.stringMatching(/^deliverable\b/) });
    const bin = join(folder, 'node_modules/.bin/tamis');
    const { stdout, stderr } = await run('bash', ['-c', `"${bin}" lists --json | head -c 1`], {
      cwd: folder,
      env,
    });
    expect([stdout, stderr]).toEqual(['{', '']);
  });

  it('resumes a list that an earlier command has uploaded', async () => {
    const args = ['verify', 'customers.csv', '-o', 'again.csv', '--name', 'Cut off'];
    const child = spawn(join(folder, 'node_modules/.bin/tamis'), args, { cwd: folder, env });
    while (!readdirSync(folder).includes('again.csv.run.json'))
      await new Promise((done) => setTimeout(done, 5));
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(await tamis(args)).toMatchObject({ code: 0 });
    const lists = (await tamis(['lists', '--json'])).stdout.trim().split('\n');
    expect(lists.filter((line) => line.includes('"Cut off"'))).toHaveLength(1);
    expect(readFileSync(join(folder, 'again.csv'), 'utf8')).toContain('"Barbara";"unknown"');
  });

  it('uploads again if the options for the file change, and writes a workbook if its name is given', async () => {
    writeFileSync(join(folder, 'second.csv'), 'Ada;deliverable@sandbox.test\n');
    const args = ['verify', 'second.csv', '-o', 'second.xlsx'];
    const first = await tamis(args);
    expect(first).toMatchObject({ code: 1, stderr: expect.stringContaining('Column 2 has') });
    expect(await tamis([...args, '--column', '2'])).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, 'second.xlsx'), 'latin1')).toMatch(/^PK/);
  });

  it('escapes control characters of the service before it prints them', async () => {
    const name = 'May\u001b[2J\u009b\u202e';
    const list = { id: 'l1', file_name: name, state: 'finished' };
    const lists = { data: { lists: [list], next: null } };
    const service = createServer((request, response) => {
      const found = request.url === '/api/lists';
      const body = found ? lists : { code: 'not_found', message: [name] };
      response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    const { port } = service.address() as AddressInfo;
    const hostile = { ...env, TAMIS_URL: `http://127.0.0.1:${port}` };
    const outputs = [
      await tamis(['lists'], hostile),
      await tamis(['lists', '--json'], hostile),
      await tamis(['credits'], hostile),
    ].map(({ stdout, stderr }) => stdout + stderr);
    for (const text of outputs) {
      expect(text).toContain('May\\u001b[2J\\u009b\\u202e');
      expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
    }
    service.close();
  });

  it('forwards deliveries to a local port, signed', async () => {
    const headers = { 'x-api-key': env['TAMIS_API_KEY'] ?? '', 'content-type': 'application/json' };
    const post = (path: string, body?: string) =>
      fetch(`${stack.url}/api/webhooks${path}`, { method: 'POST', headers, ...(body && { body }) });
    // Nothing listens on this port, as on a laptop that the service cannot reach. Other tests
    // finish lists, so the endpoint subscribes to a different event.
    const created = await post('', '{"url":"http://127.0.0.1:9/","events":["credits.low"]}');
    const { id } = ((await created.json()) as { data: { id: string } }).data;
    const secret = `whsec_${btoa('a secret of twenty-four bytes and more')}`;
    const forwarded = Promise.withResolvers<unknown>();
    const server = createServer(async (request, response) => {
      const sent = request.headers as Record<string, string>;
      response.writeHead(204).end();
      forwarded.resolve(new Webhook(secret).verify(await textOf(request), sent));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const to = ['--endpoint', id, '--secret', secret, '--forward-to', `http://127.0.0.1:${port}/`];
    const command = join(folder, 'node_modules/.bin/tamis');
    const child = spawn(command, ['webhooks', 'listen', ...to], { cwd: folder, env });
    let stderrText = '';
    child.stderr.on('data', (part) => (stderrText += part));
    // The command forwards only events that occur after it has started.
    await expect.poll(() => stderrText).toContain('Waiting');
    await post(`/${id}/test`);
    expect(await forwarded.promise).toMatchObject({ type: 'webhook.test' });
    await expect.poll(() => stderrText).toMatch(/webhook\.test +204\n/);
    child.kill();
    server.close();
  });

  it.each([
    [['verify'], 2],
    [['check'], 2],
    [['verify', 'nowhere.csv', '-o', 'x.csv'], 1],
    [['--help'], 0],
  ])('%j exits with %i', async (args, code) => {
    expect((await tamis(args)).code).toBe(code);
  });

  it.each(['bash', 'zsh', 'fish', 'powershell'])('completes words in %s', async (shell) => {
    expect((await tamis(['complete', shell])).stdout).toContain('tamis');
    expect((await tamis(['complete', '--', 've'])).stdout).toContain('verify');
  });
});

describe('the server for assistants', () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });

  async function connect(transport: Transport) {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
    closing.push(() => client.close());
    return async (name: string, given: object = {}) => {
      const { structuredContent, isError, content } = await client.callTool({
        name,
        arguments: { ...given },
      });
      return (isError ? content : structuredContent) as Record<string, unknown>;
    };
  }
  const command = join(folder, 'node_modules/.bin/tamis-mcp');
  const stdio = (...args: string[]) =>
    new StdioClientTransport({ command, args, env: { ...(env as Record<string, string>) } });

  it('checks an address once, however often the call is repeated', async () => {
    const call = await connect(stdio());
    const given = { email: 'deliverable@sandbox.test' };
    expect(await call('check_email', given)).toMatchObject({ status: 'deliverable' });
    expect(await call('check_email', given)).toMatchObject({ status: 'deliverable' });
    expect(await call('check_email', { email: 'nobody' })).toEqual([
      { type: 'text', text: expect.stringContaining('bad_address') },
    ]);
    expect(await call('create_list', { text: 'no address' })).toEqual([
      { type: 'text', text: expect.stringContaining('emails') },
    ]);
  });

  it('creates one list of a file, however often the call is repeated, and reads its rows', async () => {
    const call = await connect(stdio('--folder', folder));
    const given = { file: 'customers.csv', name: 'By an assistant' };
    const { id } = await call('create_list', given);
    expect((await call('create_list', given)).id).toBe(id);
    await expect
      .poll(() => call('list_status', { id }))
      .toMatchObject({ state: 'finished', total_email: 4 });
    // A different name creates a new list, while repeating a recheck returns the same recheck.
    expect((await call('create_list', { ...given, name: 'Other' })).id).not.toBe(id);
    expect(await call('lists', { limit: 2 })).toMatchObject({
      lists: expect.arrayContaining([expect.objectContaining({ id })]),
    });
    await call('recheck_list', { id });
    await expect
      .poll(() => call('list_status', { id }))
      .toMatchObject({ recheck: { state: 'finished', unknown: 1 } });
    expect(await call('list_rows', { id, status: 'risky' })).toMatchObject({
      rows: [{ email: 'risky@sandbox.test', reason: 'catch_all' }],
    });
    const text = 'Ask <risky@sandbox.test>, or (mailto:deliverable@sandbox.test).';
    const { id: prose } = await call('create_list', { text });
    await expect
      .poll(() => call('list_rows', { id: prose }), { timeout: 60_000 })
      .toMatchObject({
        rows: [{ email: 'risky@sandbox.test' }, { email: 'deliverable@sandbox.test' }],
      });
  });

  it('starts no more verifications per day than its option allows, even after a restart', async () => {
    const day = {
      env: { ...(env as Record<string, string>), XDG_CONFIG_HOME: join(folder, 'day') },
    };
    for (const [email, answer] of [
      ['deliverable@sandbox.test', /"deliverable"/],
      ['risky@sandbox.test', /daily_limit/],
    ] as const) {
      const args = ['--max-credits-a-day', '1'];
      const call = await connect(new StdioClientTransport({ command, args, ...day }));
      expect(JSON.stringify(await call('check_email', { email }))).toMatch(answer);
    }
  });

  it('asks for confirmation of the cost of a list above the limit, over HTTP with its token', async () => {
    const server = spawn(command, ['--http', '0'], { env });
    closing.push(() => server.kill());
    const [lines] = (await once(server.stderr, 'data')) as [Buffer];
    const [url = '', authorization = ''] = String(lines).trim().split('\nAuthorization: ');
    const requestInit = { headers: { authorization } };
    const stranger = connect(new StreamableHTTPClientTransport(new URL(url)));
    await expect(stranger).rejects.toMatchObject({ code: 401 });
    const call = await connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    const text = Array.from({ length: 101 }, (_, at) => `a${at}@sandbox.test`).join('\n');
    const question = { confirm: 'needed', token: expect.any(String), costs_at_most: 101 };
    expect(await call('create_list', { text })).toMatchObject(question);
    const email = 'deliverable@sandbox.test';
    const { id } = await call('create_list', { emails: [email] });
    await expect.poll(() => call('list_rows', { id })).toMatchObject({ rows: [{ email }] });
  });
});
