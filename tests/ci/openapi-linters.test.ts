import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { examples } from '../../shared/contract/examples/index.ts';
import { contract } from '../../shared/contract/index.ts';
import { toOpenApi } from '../../shared/contract/openapi/openapi.ts';

/** The document of the API, read by what people use who make clients from it. */

const run = promisify(execFile);
const tools = resolve('.tamis/openapi-linters/node_modules');
const python = resolve('.tamis/python/bin');
const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a program says, run in the folder of the document, where it finds a mistake. */
const complaintsOf = (
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> =>
  run(command, args, {
    cwd: folder,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', ...env },
    maxBuffer: 1e8,
  }).then(
    () => '',
    (error: unknown) => {
      const { message, stdout, stderr } = error as Error & { stdout: string; stderr: string };
      return [message, stdout, stderr].join('\n');
    },
  );

beforeAll(() => {
  const origin = 'https://api.tamis.example';
  writeFileSync(
    join(folder, 'openapi.json'),
    JSON.stringify(toOpenApi(contract, examples, { origin })),
  );
  writeFileSync(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
});

it.concurrent.each([
  ['spectral', ['--fail-severity=error', '--display-only-failures']],
  ['redocly', ['--extends=recommended', '--format=stylish']],
])(
  '%s finds no error',
  async (linter, options) => {
    expect(
      await complaintsOf(join(tools, '.bin', linter), ['lint', ...options, 'openapi.json']),
    ).toBe('');
  },
  120_000,
);

it.concurrent('becomes a client in TypeScript that compiles', async () => {
  const generator = join(tools, '@hey-api/openapi-ts/bin/run.js');
  expect(
    await complaintsOf(process.execPath, [
      generator,
      '-i',
      'openapi.json',
      '-o',
      'ts/client',
      '-s',
    ]),
  ).toBe('');
  writeFileSync(
    join(folder, 'ts/uses.ts'),
    [
      `import { checkEmail, getListRows } from './client';`,
      `import type { List, ListRow, OnListFinishedWebhookPayload, Verdict } from './client';`,
      `const { data, error } = await checkEmail({ body: { email: 'ada@customer.test' } });`,
      `export const status: 'deliverable' | 'undeliverable' | 'risky' | 'unknown' | undefined =`,
      `  data && 'result' in data ? data.result.status : undefined;`,
      `export const code: string | undefined = error?.code;`,
      `const rows = await getListRows({ path: { id: 'l1' }, query: { status: 'risky' } });`,
      `export const scores: number[] | undefined = rows.data?.data.rows.map(({ score }) => score);`,
      `export const row: ListRow | undefined = rows.data?.data.rows[0];`,
      `export const verdict: Verdict | undefined = data && 'result' in data ? data.result : undefined;`,
      `export const domains = (list: List) => list.domains.map(({ name }) => name);`,
      `export const told = (event: OnListFinishedWebhookPayload): number => event.data.total_email;`,
      `// @ts-expect-error: no such status`,
      `await getListRows({ path: { id: 'l1' }, query: { status: 'fine' } });`,
    ].join('\n'),
  );
  const compilerOptions = {
    strict: true,
    noEmit: true,
    types: [],
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'es2022',
    moduleResolution: 'bundler',
  };
  writeFileSync(join(folder, 'ts/tsconfig.json'), JSON.stringify({ compilerOptions }));
  expect(
    await complaintsOf(process.execPath, [join(tools, 'typescript/bin/tsc'), '-p', 'ts']),
  ).toBe('');
});

it.concurrent('becomes a client in Python that keeps to its types', async () => {
  const path = [python, process.env['PATH']].join(delimiter);
  const options = ['--path=openapi.json', '--output-path=py', '--meta=none', '--fail-on-warning'];
  expect(
    await complaintsOf(join(python, 'openapi-python-client'), ['generate', ...options], {
      PATH: path,
    }),
  ).toBe('');
  // What the generator hands to `__exit__` is `*args: Any`, whatever the document says.
  const exempt = '[mypy]\n[mypy-py.client]\ndisable_error_code = arg-type\n';
  writeFileSync(join(folder, 'mypy.ini'), exempt);
  expect(
    await complaintsOf(join(python, 'mypy'), ['--strict', '--no-incremental', '-p', 'py']),
  ).toBe('');
});
