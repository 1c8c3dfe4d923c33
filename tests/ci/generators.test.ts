import { writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { complaintsOf, tools, writeDocument } from './openapi-linters/document.ts';

/** Generates API clients from the OpenAPI document with common generators. */

const python = resolve('.tamis/python/bin');
const folder = writeDocument();

it.concurrent(
  'Spectral finds no errors',
  async () => {
    writeFileSync(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
    const options = ['--fail-severity=error', '--display-only-failures'];
    const spectral = join(tools, '.bin/spectral');
    expect(await complaintsOf(folder, spectral, ['lint', ...options, 'openapi.json'])).toBe('');
  },
  120_000,
);

it.concurrent('a TypeScript client can be generated and compiles', async () => {
  const generator = join(tools, '@hey-api/openapi-ts/bin/run.js');
  expect(
    await complaintsOf(folder, process.execPath, [
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
    await complaintsOf(folder, process.execPath, [join(tools, 'typescript/bin/tsc'), '-p', 'ts']),
  ).toBe('');
});

it.concurrent('a Python client can be generated and passes its type check', async () => {
  const path = [python, process.env['PATH']].join(delimiter);
  const options = ['--path=openapi.json', '--output-path=py', '--meta=none', '--fail-on-warning'];
  expect(
    await complaintsOf(folder, join(python, 'openapi-python-client'), ['generate', ...options], {
      PATH: path,
    }),
  ).toBe('');
  // The generator types the arguments of `__exit__` as `*args: Any`, regardless of the document.
  const exempt = '[mypy]\n[mypy-py.client]\ndisable_error_code = arg-type\n';
  writeFileSync(join(folder, 'mypy.ini'), exempt);
  expect(
    await complaintsOf(folder, join(python, 'mypy'), ['--strict', '--no-incremental', '-p', 'py']),
  ).toBe('');
});
