import { globSync, readFileSync } from 'node:fs';
import { type Client, createClient } from '@tamis/client';
import { describe, expect, it } from 'vitest';
import {
  type PublicCall,
  publicCalls,
  type PublicRouteName,
} from '../../shared/contract/openapi/public-document.ts';

type Attempt = (tamis: Client) => unknown;
/** For each client, its method that calls a route. */
interface Row {
  readonly ts: Attempt;
  readonly python: string;
}

/** Routes that no client calls, with the reason. */
const LEFT_OUT = { listFiles: 'lists.all returns the same lists, page by page' };
/** Called by clients of the Model Context Protocol. */
const OTHERS = { mcp: undefined };
type Absent = keyof typeof LEFT_OUT | keyof typeof OTHERS;

/** Every other route that accepts an API key. A new route does not compile without a row here. */
const CAPABILITIES: Readonly<Record<Exclude<PublicRouteName, Absent>, Row>> = {
  checkEmail: { ts: (tamis) => tamis.check('ada@customer.test'), python: 'checks._ask' },
  getCheck: { ts: (tamis) => tamis.checks.get('a'), python: 'checks.get' },
  createList: { ts: ({ lists }) => lists.create(['ada@customer.test']), python: 'lists.create' },
  listLists: { ts: ({ lists }) => lists.all().next(), python: 'lists.all' },
  upload: {
    ts: ({ lists }) => lists.upload('ada@customer.test', { fileName: 'a.csv' }),
    python: 'lists.upload',
  },
  getFile: { ts: ({ lists }) => lists.get('a'), python: 'lists.get' },
  listRows: { ts: ({ lists }) => lists.rows('a').next(), python: 'lists.rows' },
  renameFile: { ts: ({ lists }) => lists.rename('a', 'May'), python: 'lists.rename' },
  recheckFile: { ts: ({ lists }) => lists.recheck('a'), python: 'lists.recheck' },
  verifyCorrections: {
    ts: ({ lists }) => lists.verifyCorrections('a'),
    python: 'lists.verify_corrections',
  },
  watchList: {
    ts: ({ lists }) => lists.watch('a', { every: 'month', maxCredits: 5000 }),
    python: 'lists.watch',
  },
  unwatchList: { ts: ({ lists }) => lists.unwatch('a'), python: 'lists.unwatch' },
  deleteFile: { ts: ({ lists }) => lists.delete('a'), python: 'lists.delete' },
  download: { ts: ({ lists }) => lists.download('a'), python: 'lists.download' },
  reportBounces: {
    ts: ({ bounces }) => bounces.report([{ email: 'ada@customer.test' }]),
    python: 'bounces._send',
  },
  listBounceReports: { ts: ({ bounces }) => bounces.all().next(), python: 'bounces.all' },
  getBounceReport: { ts: ({ bounces }) => bounces.get('a'), python: 'bounces.get' },
  deleteBounceReport: { ts: ({ bounces }) => bounces.delete('a'), python: 'bounces.delete' },
  listConnections: { ts: ({ connections }) => connections.all(), python: 'connections.all' },
  listAudiences: {
    ts: ({ connections }) => connections.audiences('a').next(),
    python: 'connections.audiences',
  },
  countAudience: {
    ts: ({ connections }) => connections.count('a', 'b'),
    python: 'connections.count',
  },
  importContacts: {
    ts: ({ connections }) => connections.importContacts('a', { id: 'b', name: 'News' }),
    python: 'connections.import_contacts',
  },
  getImport: {
    ts: ({ connections }) => connections.getImport('a'),
    python: 'connections.get_import',
  },
  applyVerdicts: {
    ts: ({ connections }) =>
      connections.apply('a', { undeliverable: ['mark'], risky: [], unknown: [] }),
    python: 'connections.apply',
  },
  listApplyJobs: { ts: ({ connections }) => connections.jobs('a'), python: 'connections.jobs' },
  undoApply: { ts: ({ connections }) => connections.undo('a'), python: 'connections.undo' },
  credits: { ts: (tamis) => tamis.credits(), python: 'client.credits' },
  usage: { ts: (tamis) => tamis.usage(), python: 'client.usage' },
  listEndpoints: { ts: ({ webhooks }) => webhooks.all(), python: 'webhooks.all' },
  createEndpoint: {
    ts: ({ webhooks }) => webhooks.create({ url: 'https://customer.test/', events: [] }),
    python: 'webhooks.create',
  },
  updateEndpoint: {
    ts: ({ webhooks }) => webhooks.update('a', { status: 'off' }),
    python: 'webhooks.update',
  },
  deleteEndpoint: { ts: ({ webhooks }) => webhooks.delete('a'), python: 'webhooks.delete' },
  rotateSecret: {
    ts: ({ webhooks }) => webhooks.rotateSecret('a'),
    python: 'webhooks.rotate_secret',
  },
  sendTestEvent: { ts: ({ webhooks }) => webhooks.test('a'), python: 'webhooks.test' },
  listDeliveries: {
    ts: ({ webhooks }) => webhooks.deliveries('a').next(),
    python: 'webhooks.deliveries',
  },
  getDelivery: { ts: ({ webhooks }) => webhooks.delivery('a', 'b'), python: 'webhooks.delivery' },
  sendAgain: { ts: ({ webhooks }) => webhooks.sendAgain('a', 'b'), python: 'webhooks.send_again' },
};

async function firstCallOf(attempt: Attempt): Promise<string | undefined> {
  const calls: string[] = [];
  const settings = { baseUrl: 'http://127.0.0.1', apiKey: 'tms_test_1', retries: 0 };
  const tamis = createClient(settings, {
    fetch: (url, init) => {
      calls.push(`${init?.method} ${new URL(String(url)).pathname}`);
      return Promise.reject(new TypeError('no response'));
    },
  });
  await expect(attempt(tamis)).rejects.toMatchObject({ code: 'unreachable' });
  return calls[0];
}

/** Methods of the Python client by module and name, with the source code of each. */
const pythonMethods = new Map<string, string>(
  globSync('packages/python/src/tamis/aio/*.py').flatMap((file) => {
    const module = file.match(/(\w+)\.py$/)?.[1] ?? '';
    const [, ...methods] = readFileSync(file, 'utf8').split(/^ {4}(?:async )?def /m);
    return methods.map((text) => [`${module}.${text.match(/^\w+/)?.[0]}`, text] as const);
  }),
);
/**
 * Public methods of both clients. The second value is undefined if the method has no docstring in
 * Python, or no comment above it in TypeScript.
 */
const documented: readonly (readonly [string, string | undefined])[] = [
  ...[...pythonMethods]
    .filter(([name]) => !/[._]_/.test(name) && !name.startsWith('call.'))
    .map(([name, text]) => [name, text.match(/"""/)?.[0]] as const),
  ...globSync('packages/client/src/{index,lists,checks,bounces,connections,webhooks}.ts').flatMap(
    (file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(
          /(.*)\n {2}(\w+)\([^]*?\): (?:Promise|AsyncGen)\S+;/g,
        ),
      ].map(([, above, name]) => [`${file} ${name}`, above?.match(/\*\/$/)?.[0]] as const),
  ),
];
const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);

const calls = new Map<string, PublicCall>(publicCalls.map((call) => [call.name, call]));

it('the methods of both clients are found', () => {
  const inTypeScript = documented.filter(([name]) => name.startsWith('packages/client'));
  expect(inTypeScript.length).toBeGreaterThan(20);
  expect(documented.length - inTypeScript.length).toBeGreaterThan(20);
});

it.each(documented)('%s has a description', (_, description) => {
  expect(description).toBeDefined();
});

it('the table lists every call that accepts a key', () => {
  const named = [CAPABILITIES, LEFT_OUT, OTHERS].flatMap((each) => Object.keys(each));
  expect(named.toSorted()).toEqual([...calls.keys()].toSorted());
});

it.each(Object.entries(LEFT_OUT))('%s is omitted in favor of another call: %s', (_, why) => {
  expect([...pythonMethods.keys()]).toContain(why.split(' ')[0]);
});

describe.each(Object.entries(CAPABILITIES))('%s', (name, row) => {
  const { operation = '', route } = calls.get(name) ?? {};
  it('is a method of the TypeScript client', async () => {
    const path = route?.path.replace('{id}', 'a').replace('{delivery}', 'b');
    expect(await firstCallOf(row.ts)).toBe(`${route?.method} ${path}`);
  });

  it('is a method of the Python client', () => {
    const call = new RegExp(`\\b${snake(operation)}_?\\._get_kwargs\\b`);
    expect(pythonMethods.get(row.python)).toMatch(call);
    const [module] = row.python.split('.');
    const source = readFileSync(`packages/python/src/tamis/aio/${module}.py`, 'utf8');
    const parameters = [route?.body, route?.query].flatMap((schema) =>
      schema && 'shape' in schema ? Object.keys(schema.shape as object) : [],
    );
    // Parameters of pages, and `actions` of a watch, which no key may choose.
    const omitted = new Set(['cursor', 'offset', 'with', 'actions']);
    for (const parameter of parameters.filter((each) => !omitted.has(each)))
      expect(source).toMatch(new RegExp(String.raw`\b${parameter}_?\b`));
    const members = readFileSync('packages/python/src/tamis/aio/client.py', 'utf8');
    expect(members).toMatch(module === 'client' ? 'class AsyncTamis' : `self.${module} = Async`);
  });
});
