import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publicCalls } from '../../shared/contract/openapi/public-document.ts';
import { useSharedStack } from '../integration/shared-stack.ts';
import { CUSTOMERS_CSV, fetchTestKey } from '../support/guide-runs.ts';
import { parseCodeBlocks, readGuide } from '../support/samples.ts';

/**
 * Generates API clients in four languages from the OpenAPI documents of a stack, compiles them,
 * and uses them: each program verifies an address, uploads a list, and reads its rows and an error.
 */

const stack = useSharedStack();
const sources = resolve('tests/ci/generators');
const generators = resolve('.tamis/generators');
const folder = mkdtempSync(join(tmpdir(), 'tamis-generators-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  for (const version of ['3.0', '3.1']) {
    const response = await fetch(`${stack.url}/api/openapi.json?version=${version}`);
    writeFileSync(join(folder, `${version}.json`), await response.text());
  }
  const key = await fetchTestKey(stack);
  env = { ...process.env, TAMIS_URL: stack.url, TAMIS_API_KEY: key, CUSTOMERS: CUSTOMERS_CSV };
});

const run = async (command: string, args: string[], more: NodeJS.ProcessEnv = {}) =>
  (
    await promisify(execFile)(command, args, {
      cwd: folder,
      env: { ...env, ...more },
      maxBuffer: 1e8,
    })
  ).stdout;

const OUTPUT = [
  'deliverable',
  'deliverable@sandbox.test accepted',
  'undeliverable@sandbox.test no_such_mailbox',
  'risky@sandbox.test catch_all',
  'unknown@sandbox.test timeout',
  'bad_address',
  '',
].join('\n');

it('openapi-typescript generates types with which a program compiles and runs', async () => {
  const packages = join(generators, 'npm/node_modules');
  symlinkSync(packages, join(folder, 'node_modules'));
  copyFileSync(join(sources, 'main.ts.txt'), join(folder, 'main.mts'));
  await run(join(packages, '.bin/openapi-typescript'), ['3.1.json', '-o', 'api.d.ts']);
  const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext'];
  const lib = ['--lib', 'es2022,dom,dom.iterable', '--allowImportingTsExtensions'];
  await run(join(packages, '.bin/tsc'), [...options, ...lib, 'main.mts']);
  expect(await run(process.execPath, ['main.mts'])).toBe(OUTPUT);
});

it('openapi-python-client generates fewer than five models per call, which pass mypy, and a program runs', async () => {
  const bin = resolve('.tamis/python/bin');
  const PATH = [bin, process.env['PATH']].join(delimiter);
  copyFileSync(join(sources, 'main.py'), join(folder, 'main.py'));
  const options = ['--path=3.1.json', '--output-path=api_client', '--meta=none'];
  await run(join(bin, 'openapi-python-client'), ['generate', ...options, '--fail-on-warning'], {
    PATH,
  });
  const models = readdirSync(join(folder, 'api_client/models'));
  expect(models.length).toBeLessThan(5 * publicCalls.length);
  // The generator types the arguments of `__exit__` as `*args: Any`, regardless of the document.
  const exempt = '[mypy]\n[mypy-api_client.client]\ndisable_error_code = arg-type\n';
  writeFileSync(join(folder, 'mypy.ini'), exempt);
  await run(join(bin, 'mypy'), ['--strict', '--no-incremental', 'main.py']);
  expect(await run(join(bin, 'python'), ['main.py'])).toBe(OUTPUT);
});

/** Runs a Go program with the client that `generate` creates. */
async function runGo(program: string, generate: (goEnv: NodeJS.ProcessEnv) => Promise<unknown>) {
  const go = join(generators, 'go');
  const PATH = [join(generators, 'python/bin'), process.env['PATH']].join(delimiter);
  const goEnv = { PATH, GOPATH: join(go, 'path'), GOFLAGS: '-mod=mod', GOPROXY: 'off' };
  for (const file of ['go.mod', 'go.sum']) copyFileSync(join(go, file), join(folder, file));
  copyFileSync(join(sources, program), join(folder, 'main.go'));
  await generate(goEnv);
  return run('go', ['run', '.'], goEnv);
}

it('ogen generates a Go client from OpenAPI 3.0, with which a program compiles and runs', async () => {
  writeFileSync(
    join(folder, 'ogen.yml'),
    'generator:\n  features:\n    disable_all: true\n    enable: [paths/client]\n',
  );
  const options = ['--config', 'ogen.yml', '--target', 'api', '--package', 'api'];
  const generate = (goEnv: NodeJS.ProcessEnv) =>
    run(join(generators, 'go/ogen'), [...options, '3.0.json'], goEnv);
  expect(await runGo('main.go', generate)).toBe(OUTPUT);
});

it('oapi-codegen generates a Go client as in the guide, with which a program compiles and runs', async () => {
  const { code = '' } =
    parseCodeBlocks(readGuide(stack.url)).find((block) => block.code.includes('oapi-codegen')) ??
    {};
  const options = / (-generate .+) openapi\.json/.exec(code)?.[1]?.split(' ') ?? [];
  mkdirSync(join(folder, 'tamis'));
  const generate = (goEnv: NodeJS.ProcessEnv) =>
    run(join(generators, 'go/oapi-codegen'), [...options, '3.0.json'], goEnv);
  const generateInPackage = async (goEnv: NodeJS.ProcessEnv) => {
    await generate(goEnv);
    renameSync(join(folder, 'tamis.go'), join(folder, 'tamis/tamis.go'));
  };
  expect(await runGo('oapi.go.txt', generateInPackage)).toBe(OUTPUT);
});

it('OpenAPI Generator generates a Java client that calls the origin in the document', async () => {
  const java = join(generators, 'java');
  const options = ['--generator-name=java', '--library=native', '--output=java'];
  const packages = ['--api-package=api', '--model-package=model', '--invoker-package=client'];
  // Otherwise the generator omits the model of the form that `upload` also accepts, but imports it.
  const forms = '--global-property=skipFormModel=false';
  const properties = ['--additional-properties=openApiNullable=false', forms];
  const generate = ['generate', '--input-spec=3.0.json', ...options, ...packages, ...properties];
  await run(join(java, 'python/bin/openapi-generator-cli'), generate);
  const classPath = ['--class-path', join(java, 'lib/*')];
  const files = ['--source-path', 'java/src/main/java', join(sources, 'Main.java')];
  await run('javac', [...classPath, '-nowarn', '-d', 'classes', ...files]);
  expect(await run('java', ['-cp', ['classes', join(java, 'lib/*')].join(delimiter), 'Main'])).toBe(
    OUTPUT,
  );
});
