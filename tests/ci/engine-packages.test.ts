import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  lintPackage,
  installPackedPackages,
  type PackedPackage,
} from '../support/packed-packages.ts';
import { parseCodeBlocks } from '../support/samples.ts';

/** Tests the engine and the simulated mail internet as npm packages, in an empty folder. */

const PACKAGES = ['mailnet', 'verifier'];
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'tamis-engine-'));
let packed: ReadonlyMap<string, PackedPackage>;
const bin = (name: string): string => join(folder, 'node_modules/.bin', name);
const exec = async (file: string, ...args: string[]): Promise<string> =>
  (await run(process.execPath, [file, ...args], { cwd: folder })).stdout;

beforeAll(async () => {
  await run(process.execPath, ['packages/build.ts', ...PACKAGES]);
  packed = await installPackedPackages(folder, PACKAGES);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the example program in a package's README unchanged. Returns its output. */
async function exampleOf(name: string): Promise<string> {
  const readme = readFileSync(resolve('packages', name, 'README.md'), 'utf8');
  const { code = '' } = parseCodeBlocks(readme).find(({ language }) => language === 'js') ?? {};
  writeFileSync(join(folder, 'example.js'), code);
  return exec('example.js');
}

it.each(PACKAGES)('%s has no findings of publint or attw', async (name) => {
  expect(await lintPackage(packed.get(name))).toEqual([]);
});

describe('the verifier', () => {
  it('runs the example in its README', async () => {
    expect((await exampleOf('verifier')).split('\n').toSorted()).toEqual([
      '',
      'nobody@librairie-g86.test undeliverable no_such_mailbox',
      'not an address undeliverable bad_syntax',
      'odile-jolivet@librairie-g86.test deliverable accepted',
    ]);
  });

  it('verifies, classifies and parses in a terminal, and prints its usage', async () => {
    const checkArgs = ['check', '--sandbox', '--json', 'nobody@librairie-g86.test'];
    expect(JSON.parse(await exec(bin('tamis-verifier'), ...checkArgs))).toMatchObject({
      status: 'undeliverable',
      reason: 'no_such_mailbox',
    });
    for (const command of ['check', 'classify', 'parse'])
      expect(await exec(bin('tamis-verifier'), command, '--help')).toContain(
        `npx @tamis/verifier ${command} `,
      );
    await expect(exec(bin('tamis-verifier'), 'verify')).rejects.toMatchObject({
      code: 2,
      stderr: 'There is no command "verify"; see --help.\n',
    });
  });
});

describe('the simulated mail internet', () => {
  it('runs the example in its README', async () => {
    const lines = (await exampleOf('mailnet')).trimEnd().split('\n');
    expect(lines.pop()).toBe('true');
    expect(lines).toHaveLength(3);
    for (const line of lines)
      expect(line).toMatch(/^\S+@\S+ (deliverable|undeliverable|risky|unknown) \w+ /);
    const listed = await exec(bin('tamis-mailnet'), 'list', '--seed', '1', '--count', '3');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(listed.trim().split('\n'));
    const kinds = join(folder, 'node_modules/@tamis/mailnet/dist/kinds.md');
    expect(readFileSync(kinds, 'utf8')).toMatch(
      /^## Expected verdicts\n[^]+\n\| accept-all +\|.+catch_all/,
    );
  });
});

it('both packages have types that depend only on those of Node', async () => {
  writeFileSync(
    join(folder, 'typed.ts'),
    [
      `import { createMemoryFacts, type Verdict, type VerifierConfig } from '@tamis/verifier';`,
      `import { expectedVerdict } from '@tamis/mailnet';`,
      `export const facts: VerifierConfig['facts'] = createMemoryFacts(Date.now, 1);`,
      `export const statusOf = ({ status }: Verdict): 'deliverable' | 'undeliverable' | 'risky' | 'unknown' => status;`,
      `// @ts-expect-error: a seed is a number`,
      `expectedVerdict('1');`,
    ].join('\n'),
  );
  const compilerOptions = {
    strict: true,
    noEmit: true,
    types: ['node'],
    typeRoots: [resolve('node_modules/@types')],
    target: 'esnext',
    lib: ['esnext'],
    module: 'nodenext',
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['typed.ts'] }),
  );
  expect(await exec(resolve('node_modules/typescript/bin/tsc'), '-p', folder)).toBe('');
});
