import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { createPublicDocument } from '../shared/contract/openapi/public-document.ts';

/**
 * Builds the wheel in `python/dist/wheels` that is published on PyPI. It contains the API calls
 * that accept a key, generated from the OpenAPI document; the handwritten client in `python/src`;
 * and a synchronous version of that client.
 */

const home = resolve(import.meta.dirname, 'python');
const bin = resolve(home, '../../.tamis/python/bin');
if (!existsSync(bin)) {
  process.stderr.write('The tools are missing: run tests/ci/python/install.sh first.\n');
  process.exit(1);
}
const generated = join(home, 'src/tamis/generated');
const run = (command: string, ...args: string[]): Buffer =>
  execFileSync(join(bin, command), args, {
    cwd: home,
    env: { ...process.env, PATH: [bin, process.env['PATH']].join(delimiter) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

for (const made of [generated, join(home, 'src/tamis/sync'), join(home, 'dist')])
  rmSync(made, { recursive: true, force: true });

const document = join(home, 'dist/openapi.json');
mkdirSync(join(home, 'dist'), { recursive: true });
writeFileSync(document, JSON.stringify(createPublicDocument('')));
const files = [`--path=${document}`, `--output-path=${generated}`];
const options = ['--meta=none', '--config=generator.json', '--custom-template-path=templates'];
run('openapi-python-client', 'generate', ...files, ...options, '--fail-on-warning');
run('python', 'make_sync.py');
const wheel = ['--quiet', '--no-deps', '--no-build-isolation', '--wheel-dir=dist/wheels'];
run('pip', 'wheel', ...wheel, '.');
