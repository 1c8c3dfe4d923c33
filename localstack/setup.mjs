import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Installs the dependencies if they are missing or do not match package-lock.json, and finds the
 * Node that runs everything else, which is one of the dependencies. Written in JavaScript, because
 * an older Node must be able to run it. Writes only to standard error, because programs read the
 * output of some commands.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const read = (file) => readFileSync(join(root, file), 'utf8');
const PROGRESS_MS = 10_000;
const LOCK_FILE = 'package-lock.json';
/** npm's record of the contents of node_modules, which it writes last during an install. */
const NPM_RECORD = 'node_modules/.package-lock.json';

class SetupError extends Error {}

/** The real path of the Node that npm installed, or else of this one if it is at least Node 24. */
export const nodePath = await setUp().catch((error) => {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});

/** Runs a program, forwards signals to it, and returns its exit code. */
export async function runToEnd(command, args, options) {
  const child = spawn(command, args, options);
  const pass = (signal) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, pass);
  const [code, signal] = await once(child, 'exit');
  for (const each of signals) process.off(each, pass);
  return code ?? 128 + constants.signals[signal];
}

async function setUp() {
  if (!isInstalled()) await install();
  return findNode();
}

function isInstalled() {
  return isInstalledByUs() || isInstalledByNpm();
}

/**
 * Whether this program installed the current modules. Unlike `isInstalledByNpm`, accepts that npm
 * skipped optional packages, to avoid retrying them at every start.
 */
function isInstalledByUs() {
  const stamp = join(modules, '.installed');
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === stampOf(root);
}

/** Returns a hash that changes with the lock file, and whenever npm changes the modules. */
function stampOf(folder) {
  const hash = createHash('sha256').update(read(LOCK_FILE));
  const record = join(folder, NPM_RECORD);
  return hash.update(existsSync(record) ? readFileSync(record) : '').digest('hex');
}

/** Whether npm itself installed exactly what the lock file specifies, as `npm ci` does. */
function isInstalledByNpm() {
  if (!existsSync(join(root, NPM_RECORD))) return false;
  const { '': _project, ...wanted } = JSON.parse(read(LOCK_FILE)).packages;
  const found = JSON.parse(read(NPM_RECORD)).packages;
  return Object.keys({ ...wanted, ...found }).every((path) =>
    path in found
      ? found[path].version === wanted[path]?.version &&
        found[path].integrity === wanted[path]?.integrity
      : wanted[path].optional && !isForThisMachine(wanted[path]),
  );
}

/**
 * Whether npm must have installed an optional package on this machine. Packages for another system
 * or for a specific C library may be missing.
 */
function isForThisMachine({ os, cpu, libc }) {
  return os?.includes(process.platform) && cpu?.includes(process.arch) && libc === undefined;
}

/**
 * Installs into a separate folder and then moves the result into place. An installation that fails
 * or is interrupted thus changes nothing, and two concurrent installations do not interfere.
 */
async function install() {
  if (!isSupported(process.versions.node))
    throw new SetupError(
      `The dependencies need Node 20.19, 22.12 or newer (this is ${process.version}).`,
    );
  if (/\bembedded[/\\](?:start\.ts|dev\.mjs)$/.test(process.argv[2] ?? '')) await requireFreePort();
  process.stderr.write('Installing the dependencies; the first time this takes a minute or two.\n');
  const folder = mkdtempSync(join(root, '.node_modules-'));
  try {
    for (const file of ['package.json', LOCK_FILE, '.npmrc', 'packages', 'lab'])
      cpSync(join(root, file), join(folder, file), { recursive: true });
    const progress = setInterval(() => printProgress(folder), PROGRESS_MS);
    const code = await npmCi(folder).finally(() => clearInterval(progress));
    if (code !== 0)
      throw new SetupError('The dependencies could not be installed; see the npm output above.');
    writeFileSync(join(folder, 'node_modules', '.installed'), stampOf(folder));
    // Another command may have installed the same packages in the meantime.
    if (!isInstalled()) replaceModules(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Rejects an occupied port before the installation, which takes minutes. */
async function requireFreePort() {
  const port = Number(process.env['PORT'] || 3000);
  const server = createServer();
  const error = await new Promise((resolve) => {
    server.once('error', resolve);
    server.listen({ port: Number.isInteger(port) ? port : 0, host: '127.0.0.1' }, () =>
      server.close(() => resolve(undefined)),
    );
  });
  if (error?.code === 'EADDRINUSE')
    throw new SetupError(
      `Port ${port} is in use by another program: stop it, or set PORT to a free one.`,
    );
}

/** npm prints nothing during an installation unless it runs in a terminal. */
function printProgress(folder) {
  const found = join(folder, 'node_modules');
  const count = existsSync(found) ? readdirSync(found).length : 0;
  const seconds = Math.round(process.uptime());
  process.stderr.write(`Still installing after ${seconds} s: ${count} folders of packages.\n`);
}

/** Under an unsupported Node, npm silently skips native parts of tools. */
function isSupported(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
}

function npmCi(cwd) {
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const stdio = ['ignore', 2, 2];
  const npm = process.env['npm_execpath'];
  if (npm?.endsWith('npm-cli.js'))
    return runToEnd(process.execPath, [npm, ...args], { cwd, stdio });
  // On Windows `npm` is a script, which only a shell can start.
  return runToEnd('npm', args, { cwd, stdio, shell: process.platform === 'win32' });
}

function replaceModules(folder, retries = 1) {
  try {
    if (existsSync(modules)) renameSync(modules, join(folder, 'old'));
    renameSync(join(folder, 'node_modules'), modules);
  } catch (error) {
    // Another command may be moving the same packages into place.
    if (isInstalled()) return;
    if (retries > 0) return replaceModules(folder, retries - 1);
    throw new SetupError(
      `node_modules cannot be replaced (${error.code}): delete that folder, then try again.`,
    );
  }
}

function findNode() {
  const binary = process.platform === 'win32' ? 'node.exe' : 'node';
  const installed = Object.keys(JSON.parse(read('package.json')).optionalDependencies)
    .filter((name) => name.startsWith('node-'))
    .map((name) => join(modules, name, 'bin', binary))
    .find((path) => existsSync(path));
  if (installed !== undefined) return realpathSync(installed);
  if (Number(process.versions.node.split('.')[0]) >= 24) return realpathSync(process.execPath);
  throw new SetupError(
    `npm has no Node 24 for ${process.platform}-${process.arch}: install Node 24 or newer ` +
      `from https://nodejs.org (this is ${process.version}).`,
  );
}
