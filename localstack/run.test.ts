import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** Tests the launcher and setup in a separate checkout, in which npm installs only Node. */

type Npm = 'links this Node' | 'wraps this Node' | 'fails' | 'hangs';

const FAKE_NPM = `
import fs from 'node:fs';
fs.appendFileSync(import.meta.dirname + '/installs', process.argv[2] + '\\n');
console.log('npm speaks');
for (const folder of ['packages/client', 'lab/fake-stripe'])
  fs.accessSync(folder + '/package.json');
if (process.env.NPM === 'fails') process.exit(1);
if (process.env.NPM === 'hangs') setTimeout(() => {}, 15_000);
fs.mkdirSync('node_modules/node-here/bin', { recursive: true });
const node = 'node_modules/node-here/bin/node';
if (process.env.NPM === 'links this Node') fs.symlinkSync(process.execPath, node);
else fs.writeFileSync(node, '#!/bin/sh\\nexec "' + process.execPath + '" "$@"', { mode: 0o755 });
`;

const PROGRAM = `
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(3));
console.log(JSON.stringify(process.argv));
process.stdin.pipe(process.stdout);
if (import.meta.main) process.exitCode = 7;
`;

let checkout: string;
const at = (name: string): string => join(checkout, name);

beforeEach(() => {
  checkout = realpathSync(mkdtempSync(join(tmpdir(), 'tamis-run-')));
  for (const file of ['run.mjs', 'setup.mjs'])
    cpSync(join('localstack', file), at(join('localstack', file)));
  const optionalDependencies = { 'node-elsewhere': '1.0.0', 'node-here': '1.0.0' };
  writeFileSync(at('package.json'), JSON.stringify({ type: 'module', optionalDependencies }));
  writeFileSync(at('package-lock.json'), '{}');
  writeFileSync(at('.npmrc'), '');
  for (const folder of ['packages/client', 'lab/fake-stripe']) {
    mkdirSync(at(folder), { recursive: true });
    writeFileSync(at(`${folder}/package.json`), '{}');
  }
  writeFileSync(at('npm-cli.js'), FAKE_NPM);
  writeFileSync(at('program.mjs'), PROGRAM);
});
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

function start(npm: Npm, ...args: string[]) {
  const child = spawn(process.execPath, ['localstack/run.mjs', 'program.mjs', ...args], {
    cwd: checkout,
    env: { ...process.env, NPM: npm, npm_execpath: at('npm-cli.js') },
  });
  const done = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
    ([[code], stdout, stderr]) => ({ code: code as number | null, stdout, stderr }),
  );
  return { child, done };
}

async function run(npm: Npm, ...args: string[]) {
  const { child, done } = start(npm, ...args);
  child.stdin.end('from standard input');
  return done;
}

const installs = (): string[] => readFileSync(at('installs'), 'utf8').trim().split('\n');
const leftovers = (): string[] => readdirSync(checkout).filter((name) => name.startsWith('.node_'));

it.each<Npm>(['links this Node', 'wraps this Node'])(
  'installs once, then runs the file as the main program, with its arguments, input, output and exit code; npm %s',
  async (npm) => {
    const argv = [process.execPath, at('program.mjs'), '-', '--flag=a b'];
    const expected = { code: 7, stdout: `${JSON.stringify(argv)}\nfrom standard input` };
    const first = await run(npm, '-', '--flag=a b');
    expect(first).toMatchObject(expected);
    expect(first.stderr).toMatch(/^Installing the dependencies.*\nnpm speaks\n$/);
    expect(await run(npm, '-', '--flag=a b')).toEqual({ ...expected, stderr: '' });
    expect(installs()).toEqual(['ci']);
    expect(leftovers()).toEqual([]);
  },
);

it.each([
  ['SIGTERM', 'links this Node'],
  ['SIGTERM', 'wraps this Node'],
  ['SIGHUP', 'wraps this Node'],
  ['SIGINT', 'wraps this Node'],
] as const)('forwards %s to the file; npm %s', async (signal, npm) => {
  const { child, done } = start(npm);
  await once(child.stdout, 'data');
  child.kill(signal);
  expect(await done).toMatchObject({ code: 3 });
});

it('installs again if the lock file has changed, and keeps the old modules if that fails', async () => {
  await run('links this Node');
  writeFileSync(at('package-lock.json'), '{ }');
  const { code, stdout, stderr } = await run('fails');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('The dependencies could not be installed; see the npm output above.\n');
  expect(existsSync(at('node_modules/node-here/bin/node'))).toBe(true);
  expect(leftovers()).toEqual([]);

  writeFileSync(at('node_modules/old'), '');
  expect(await run('links this Node')).toMatchObject({ code: 7 });
  expect(existsSync(at('node_modules/old'))).toBe(false);
  expect(installs()).toEqual(['ci', 'ci', 'ci']);
  expect(leftovers()).toEqual([]);
});

it('rejects an occupied port before it installs anything', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const child = spawn(process.execPath, ['localstack/run.mjs', 'lab/embedded/start.ts'], {
    cwd: checkout,
    env: { ...process.env, PORT: String(port), npm_execpath: at('npm-cli.js') },
  });
  const [[code], stderr] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
  other.close();
  expect(stderr).toBe(
    `Port ${port} is in use by another program: stop it, or set PORT to a free one.\n`,
  );
  expect([code, existsSync(at('installs'))]).toEqual([1, false]);
});

it('leaves nothing behind if it is interrupted during the installation', async () => {
  const { child, done } = start('hangs');
  await vi.waitFor(() => expect(existsSync(at('installs'))).toBe(true), 10_000);
  child.kill('SIGINT');
  expect(await done).toMatchObject({ code: 1, stdout: '' });
  expect(existsSync(at('node_modules'))).toBe(false);
  expect(leftovers()).toEqual([]);
});

it('serves two concurrent commands that find nothing installed', async () => {
  const both = await Promise.all([run('links this Node', 'a'), run('links this Node', 'b')]);
  expect(both).toMatchObject([{ code: 7 }, { code: 7 }]);
  expect(leftovers()).toEqual([]);
});

/**
 * Creates a `node_modules` as npm leaves it: a Node, and npm's record of the installed packages.
 */
function installByNpm(packages: object): void {
  mkdirSync(at('node_modules/node-here/bin'), { recursive: true });
  symlinkSync(process.execPath, at('node_modules/node-here/bin/node'));
  writeFileSync(at('node_modules/.package-lock.json'), JSON.stringify({ packages }));
}

const LOCKED = {
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/mine': {
    version: '1.0.0',
    integrity: 'sha512-mine',
    optional: true,
    os: [process.platform],
    cpu: [process.arch],
  },
};
const OTHER_PLATFORMS = {
  'node_modules/other': { version: '1.0.0', optional: true, os: ['plan9'], cpu: ['pdp11'] },
  'node_modules/other-libc': { ...LOCKED['node_modules/mine'], libc: ['other'] },
  'node_modules/of-other': { version: '1.0.0', optional: true },
};
const lock = (packages: object): void =>
  writeFileSync(at('package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }));

it('accepts an installation by npm without the packages for other systems', async () => {
  lock({ ...LOCKED, ...OTHER_PLATFORMS });
  installByNpm(LOCKED);
  expect(await run('fails')).toMatchObject({ code: 7, stderr: '' });
});

const { 'node_modules/mine': mine, ...withoutMine } = LOCKED;
const { 'node_modules/a': a, ...withoutA } = LOCKED;
it.each([
  ['lacks a package', withoutA],
  ['lacks the package for this machine', withoutMine],
  ['has another version', { ...LOCKED, 'node_modules/a': { ...a, version: '1.0.1' } }],
  ['has other content', { ...LOCKED, 'node_modules/mine': { ...mine, integrity: 'sha512-x' } }],
  ['has a package too many', { ...LOCKED, 'node_modules/more': a }],
])('installs once if the installation by npm %s', async (_what, found) => {
  lock({ ...LOCKED, ...OTHER_PLATFORMS });
  installByNpm(found);
  expect(await run('links this Node')).toMatchObject({ code: 7 });
  expect(await run('links this Node')).toMatchObject({ code: 7, stderr: '' });
  expect(installs()).toEqual(['ci']);
});

it('installs again if npm has changed the modules since', async () => {
  lock(LOCKED);
  await run('links this Node');
  writeFileSync(
    at('node_modules/.package-lock.json'),
    JSON.stringify({ packages: { ...LOCKED, 'node_modules/more': a } }),
  );
  await run('links this Node');
  expect(installs()).toEqual(['ci', 'ci']);
});
