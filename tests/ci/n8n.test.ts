import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { json as jsonOf } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../../lab/embedded/services/free-port.ts';
import { useSharedStack } from '../integration/shared-stack.ts';
import { CUSTOMERS_CSV, fetchTestKey } from '../support/guide-runs.ts';

/** Runs the nodes of packages/n8n in a real n8n, which tests/ci/n8n/install.sh installs. */

const PACKAGE = resolve('packages/n8n');
const TOOLS = resolve('.tamis/n8n/node_modules');
const ADDRESSES = CUSTOMERS_CSV.match(/\S+@sandbox\.test/g) ?? [];
const CREDENTIALS = { tamisApi: { id: 'tamis', name: 'Tamis' } };

const run = promisify(execFile);
const stack = useSharedStack();
const folder = mkdtempSync(join(tmpdir(), 'tamis-n8n-'));
let port: number;
let env: NodeJS.ProcessEnv;
let apiKey: string;

interface Item {
  readonly json: Record<string, unknown>;
  readonly binary?: Record<string, { readonly data: string; readonly fileName: string }>;
  readonly pairedItem?: unknown;
}

const n8n = (...args: string[]) =>
  run(process.execPath, [join(TOOLS, 'n8n/bin/n8n'), ...args], { env, maxBuffer: 1e8 });

async function importFile(kind: 'credentials' | 'workflow', content: object): Promise<void> {
  const file = join(folder, `${kind}.json`);
  writeFileSync(file, JSON.stringify([content]));
  const { stdout, stderr } = await n8n(`import:${kind}`, `--input=${file}`);
  expect(stdout + stderr).toContain('Successfully imported 1');
}

interface Node {
  readonly type: string;
  readonly parameters?: object;
  /** Name of the node whose output this node receives. */
  readonly after?: string;
  readonly [setting: string]: unknown;
}

function workflowOf(id: string, nodes: Readonly<Record<string, Node>>): object {
  const connections: Record<string, { main: [object[]] }> = {};
  const listed: object[] = [];
  for (const [name, { after, ...node }] of Object.entries(nodes)) {
    if (after)
      (connections[after] ??= { main: [[]] }).main[0].push({ node: name, type: 'main', index: 0 });
    const place = { id: `${id}-${listed.length}`, position: [listed.length * 200, 0] };
    const credentials = node.type.startsWith('CUSTOM.') ? CREDENTIALS : {};
    listed.push({ name, typeVersion: 1, parameters: {}, credentials, ...place, ...node });
  }
  return { id, name: id, active: false, settings: {}, nodes: listed, connections };
}

const tamis = (after: string, resource: string, operation: string, parameters: object = {}) => ({
  type: 'CUSTOM.tamis',
  after,
  parameters: { resource, operation, ...parameters },
  onError: 'continueRegularOutput',
});

beforeAll(async () => {
  await run(process.execPath, ['packages/build.ts', 'n8n']);
  cpSync(join(PACKAGE, 'dist'), join(folder, 'nodes'), { recursive: true });
  apiKey = await fetchTestKey(stack);
  port = await findFreePort();
  // https://docs.n8n.io/hosting/configuration/configuration-examples/isolation/
  const silent = ['DIAGNOSTICS', 'VERSION_NOTIFICATIONS', 'TEMPLATES', 'COMMUNITY_PACKAGES'];
  env = {
    ...process.env,
    // This is the environment of n8n's own tests, in which it does not log.
    NODE_ENV: 'production',
    ...Object.fromEntries(silent.map((name) => [`N8N_${name}_ENABLED`, 'false'])),
    EXTERNAL_FRONTEND_HOOKS_URLS: '',
    // Refreshing the registry calls another host.
    N8N_DISABLED_MODULES: 'mcp-registry',
    N8N_RUNNERS_BROKER_PORT: String(await findFreePort()),
    // Only the Code node needs a runner.
    N8N_RUNNERS_MODE: 'external',
    N8N_RUNNERS_AUTH_TOKEN: 'only for this test',
    N8N_CUSTOM_EXTENSIONS: join(folder, 'nodes'),
    N8N_ENCRYPTION_KEY: 'only for this test',
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_PORT: String(port),
    N8N_SECURE_COOKIE: 'false',
    N8N_USER_FOLDER: folder,
    WEBHOOK_URL: `http://127.0.0.1:${port}/`,
  };
  const data = { baseUrl: stack.url, apiKey };
  await importFile('credentials', { ...CREDENTIALS.tamisApi, type: 'tamisApi', data });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package', () => {
  it('has no findings of the scanner of n8n, in its sources and in its build', async () => {
    const script = `
      const [scanner, folder] = process.argv.slice(1);
      const { analyzePackage, SOURCE_FILE_PATTERNS } = await import(scanner);
      console.log(await analyzePackage(folder, SOURCE_FILE_PATTERNS));
      console.log(await analyzePackage(folder + '/dist', ['**/*.js']));`;
    const scanner = join(TOOLS, '@n8n/scan-community-package/scanner/scanner.mjs');
    const args = ['--input-type=module', '--eval', script, scanner, PACKAGE];
    const { stdout } = await run(process.execPath, args, { env });
    expect(stdout).toBe('{ passed: true }\n{ passed: true }\n');
  });

  it('compiles with the types of n8n', async () => {
    const project = join(folder, 'tsconfig.json');
    const compilerOptions = {
      incremental: false,
      typeRoots: [resolve('node_modules/@types')],
      paths: { 'n8n-workflow': [join(TOOLS, 'n8n-workflow/dist/esm/index.d.ts')] },
    };
    const include = ['nodes', 'credentials'].map((name) => join(PACKAGE, name));
    const config = { extends: resolve('tsconfig.json'), compilerOptions, include, exclude: [] };
    writeFileSync(project, JSON.stringify(config));
    const tsc = resolve('node_modules/typescript-native/bin/tsc');
    const { stdout } = await run(process.execPath, [tsc, '-p', project]).catch((error) => error);
    expect(stdout).toBe('');
  });
});

describe('the node', () => {
  let nodes: Readonly<Record<string, readonly Item[]>>;

  beforeAll(async () => {
    const emails = ADDRESSES.map((email) => ({ email, reply: '550 5.1.1 No such user' }));
    await importFile(
      'workflow',
      workflowOf('journey', {
        Start: { type: 'n8n-nodes-base.manualTrigger' },
        Emails: {
          type: 'n8n-nodes-base.set',
          typeVersion: 3.4,
          after: 'Start',
          parameters: { mode: 'raw', jsonOutput: JSON.stringify({ emails }) },
        },
        Items: {
          type: 'n8n-nodes-base.splitOut',
          after: 'Emails',
          parameters: { fieldToSplitOut: 'emails' },
        },
        Verify: tamis('Items', 'address', 'verify'),
        Wrong: tamis('Start', 'address', 'verify', { email: 'nobody' }),
        Create: tamis('Items', 'list', 'create', { name: 'From n8n' }),
        Rows: tamis('Create', 'list', 'getResult', { maxRows: 3 }),
        File: tamis('Create', 'list', 'getResult', { output: 'file', status: 'risky' }),
        Upload: tamis('File', 'list', 'upload'),
        Summary: tamis('Upload', 'list', 'getResult', { output: 'summary' }),
        Report: tamis('Items', 'bounce', 'report', { name: 'Autumn' }),
      }),
    );
    const { stdout } = await n8n('execute', '--id=journey', '--rawOutput');
    const { data } = JSON.parse(stdout.slice(stdout.search(/^\{/m))) as {
      data: { resultData: { runData: Record<string, { data: { main: Item[][] } }[]> } };
    };
    nodes = Object.fromEntries(
      Object.entries(data.resultData.runData).map(([name, runs]) => [
        name,
        runs[0]?.data.main[0] ?? [],
      ]),
    );
  });

  it('verifies the address of each item', () => {
    expect(nodes['Verify']).toMatchObject(
      ['deliverable', 'undeliverable', 'risky', 'unknown'].map((status, item) => ({
        json: { email: `${status}@sandbox.test`, status },
        pairedItem: [{ item }],
      })),
    );
  });

  it('shows the code and the message of a failed call', () => {
    const error = expect.stringMatching(/^bad_address: \S/);
    expect(nodes['Wrong']).toMatchObject([{ json: { error } }]);
  });

  it('creates one list of all items, waits for it, and outputs only as many rows as allowed', () => {
    expect(nodes['Create']).toMatchObject([{ json: { file_name: 'From n8n' } }]);
    const statuses = ['deliverable', 'undeliverable', 'risky'];
    expect(nodes['Rows']).toMatchObject(statuses.map((status) => ({ json: { status } })));
  });

  it('outputs a result as a file, from which another node creates a list', () => {
    const binary = { data: { fileName: 'From n8n.csv', mimeType: 'text/csv' } };
    expect(nodes['File']).toMatchObject([{ json: { state: 'finished' }, binary }]);
    expect(nodes['Summary']).toMatchObject([
      { json: { file_name: 'From n8n.csv', state: 'finished', total_email: 1, risky: 1 } },
    ]);
  });

  it('reports bounces, and waits for the report', () => {
    expect(nodes['Report']).toMatchObject([
      { json: { name: 'Autumn', state: 'done', rows: 4, subjects: { recipient: 4 } } },
    ]);
  });
});

describe('the trigger', () => {
  let server: ChildProcess | undefined;
  const received: string[] = [];
  const receiver = createServer(async (request, response) => {
    received.push(((await jsonOf(request)) as { data: { file_name: string } }).data.file_name);
    response.end('{}');
  });
  afterAll(async () => {
    receiver.close();
    if (server?.kill()) await once(server, 'exit');
  });

  /** Calls the API of n8n's editor. @returns the cookies of the response */
  async function edit(path: string, body: object, cookie = ''): Promise<string> {
    const response = await fetch(`http://127.0.0.1:${port}/rest/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
    expect([response.status, response.ok ? '' : await response.text()]).toEqual([200, '']);
    return response.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
  }

  it('starts the workflow once for each signed event, until it is turned off', async () => {
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    await importFile(
      'workflow',
      workflowOf('events', {
        Trigger: { type: 'CUSTOM.tamisTrigger', webhookId: 'hook' },
        Send: {
          type: 'n8n-nodes-base.httpRequest',
          typeVersion: 4.2,
          after: 'Trigger',
          parameters: {
            method: 'POST',
            url: target,
            sendBody: true,
            specifyBody: 'json',
            jsonBody: '={{ $json }}',
          },
        },
      }),
    );
    await n8n('publish:workflow', '--id=events');
    server = spawn(process.execPath, [join(TOOLS, 'n8n/bin/n8n'), 'start'], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const api = stack.client({ apiKey });
    const findEndpoint = async () =>
      (await api.listEndpoints()).data.find(({ url }) => url.includes(`:${port}/`));
    await expect.poll(findEndpoint).toMatchObject({ status: 'on', events: ['list.finished'] });
    const { id = '', url = '' } = (await findEndpoint()) ?? {};

    await api.createList({ body: { emails: ADDRESSES, name: 'First' } });
    await expect.poll(() => received).toEqual(['First']);

    const forged = new Webhook(`whsec_${btoa('a secret of twenty-four bytes and more')}`);
    const now = new Date();
    const body = JSON.stringify({ type: 'list.finished', data: { file_name: 'Forged' } });
    const headers = {
      'content-type': 'application/json',
      'webhook-id': 'forged',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': forged.sign('forged', now, body),
    };
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(401);

    const deliveries = async () =>
      (await api.listDeliveries({ params: { id }, query: {} })).data.deliveries;
    const [{ id: delivery } = { id: '' }] = await deliveries();
    await api.sendAgain({ params: { id, delivery } });
    await expect.poll(deliveries).toMatchObject([{ attempts: 2, status: 'delivered' }]);
    await api.createList({ body: { emails: ADDRESSES, name: 'Second' } });
    await expect.poll(() => received).toEqual(['First', 'Second']);

    const owner = { email: 'ada@customer.test', firstName: 'Ada', lastName: 'Martin' };
    const cookie = await edit('owner/setup', { ...owner, password: 'Sieve4all' });
    await edit('workflows/events/deactivate', {}, cookie);
    await expect.poll(findEndpoint).toBeUndefined();
  });
});
