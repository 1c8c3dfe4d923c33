import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describedExamples } from '../support/examples/index.ts';
import type { Feature } from '../../shared/model/features.ts';
import { contract } from '../../shared/contract/index.ts';
import { toOpenApi } from '../../shared/contract/openapi/openapi.ts';
import { uploadList, waitForStatus } from '../support/customer.ts';
import { startStack, type TestStack } from '../support/stack.ts';
import { isNightly } from '../support/tier.ts';

/**
 * Tests the API with requests that Schemathesis generates from its OpenAPI document, for one
 * minute, or three in the nightly run: individually and in sequences, as a customer, with an API
 * key, as an administrator and unauthenticated. No response may be a 5xx, and each must have a
 * documented status, content type, headers and body.
 */

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];
/** API Gateway's maximum timeout, rounded up. */
const REQUEST_TIMEOUT_S = 30;
/** Routes that end the caller's own session, key or account; other tests call them. */
const ENDINGS = ['/api/logout', '/api/account/delete', '/api/reset-api-key', '/api/security/end'];
const DEMO = { email: 'demo@tamis.test', password: 'Demo1234' };
const ADMIN = { email: 'admin@tamis.test', password: 'Admin1234' };
/** Fraction of each caller's `seconds` that is used: all at night, a third otherwise. */
const SHARE = isNightly ? 1 : 1 / 3;
const SEED = process.env['FUZZ_SEED'] ?? String(Date.now() % 1_000_000);

let stack: TestStack;
let listId: string;
let endpointId: string;
let apiKey: string;
const folder = mkdtempSync(join(tmpdir(), 'tamis-fuzz-'));

beforeAll(async () => {
  stack = await startStack();
  const document = toOpenApi(contract, describedExamples);
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
  const { data: session } = await stack.client().login({ body: DEMO });
  const customer = { email: DEMO.email, token: session.token, api: stack.client({ session }) };
  const bytes = Buffer.from('email\nada@customer.test\n');
  listId = await uploadList(customer, 'Fuzz', { name: 'customers.csv', bytes });
  await waitForStatus(customer, listId);
  const body = { url: 'http://127.0.0.1:1/', events: ['list.finished' as const] };
  endpointId = (await customer.api.createEndpoint({ body })).data.id;
  apiKey = (await customer.api.me()).data.api_key ?? '';
});
afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Headers = Readonly<Record<string, string>>;

async function sessionOf(body: typeof DEMO): Promise<Headers> {
  const { data } = await stack.client().login({ body });
  return { authorization: `Bearer ${data.token}`, 'x-csrf-token': data.csrf_token };
}

/** Runs Schemathesis for `seconds`. Returns `0` if it succeeds, otherwise its findings. */
async function fuzz(
  seconds: number,
  headers: Headers,
  filters: readonly string[],
): Promise<string> {
  const fuzzer = spawn(
    resolve('.tamis/schemathesis/bin/schemathesis'),
    [
      '--no-color',
      'run',
      'openapi.json',
      `--url=${stack.url}`,
      `--max-time=${seconds}`,
      `--seed=${SEED}`,
      '--checks',
      CHECKS.join(','),
      '--continue-on-failure',
      '--generation-database=none',
      `--request-timeout=${REQUEST_TIMEOUT_S}`,
      '--workers=2',
      ...filters,
      ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
    ],
    {
      cwd: folder,
      env: {
        ...process.env,
        LIST_ID: listId,
        ENDPOINT_ID: endpointId,
        PYTHONPATH: resolve('tests/ci/fuzz'),
        SCHEMATHESIS_HOOKS: 'hooks',
      },
    },
  );
  let output = '';
  for (const stream of [fuzzer.stdout, fuzzer.stderr])
    stream.on('data', (data) => (output += String(data)));
  const [code] = await once(fuzzer, 'close');
  console.log(output);
  return code === 0 ? '0' : output;
}

interface FuzzCaller {
  readonly seconds: number;
  /** Features of the API that this caller can use; empty for all. */
  readonly tags: readonly Feature[];
  readonly headers: () => Promise<Headers>;
  /** Path of a route that returns 200 as long as the caller has access. */
  readonly open: string;
}

const CALLERS: readonly [who: string, FuzzCaller][] = [
  ['a customer', { seconds: 75, tags: [], headers: () => sessionOf(DEMO), open: '/api/me' }],
  [
    'a program with an API key',
    {
      seconds: 60,
      tags: ['checks', 'lists', 'webhooks'],
      headers: async () => ({ 'x-api-key': apiKey }),
      open: '/api/get-file',
    },
  ],
  // Runs after the other accounts, because an administrator may deactivate them.
  [
    'an administrator',
    { seconds: 40, tags: ['admin'], headers: () => sessionOf(ADMIN), open: '/api/me' },
  ],
  ['nobody', { seconds: 15, tags: [], headers: async () => ({}), open: '/api/health' }],
];

it.each(CALLERS)('responds to %s as documented', async (who, { seconds, tags, headers, open }) => {
  const given = await headers();
  const filters = [
    ...tags.flatMap((tag) => ['--include-tag', tag]),
    ...(who === 'nobody' ? [] : ENDINGS).flatMap((path) => ['--exclude-path', path]),
  ];
  expect(await fuzz(Math.ceil(SHARE * seconds), given, filters)).toBe('0');
  const { status } = await fetch(stack.url + open, { headers: given });
  expect(status).toBe(200);
});
