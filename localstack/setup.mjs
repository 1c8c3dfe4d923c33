import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Installs the dependencies when they are missing or do not match package-lock.json, and finds the
 * Node to run everything else with, which is one of them. Runs under any Node from 20 on, so it is
 * plain JavaScript. Writes to standard error only, because programs read what some commands print.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const read = (file) => readFileSync(join(root, file), 'utf8');
const lock = createHash('sha256').update(read('package-lock.json')).digest('hex');

class SetupError extends Error {}

/** The real path of the Node to use: the one from npm, or else this one if it is 24 or newer. */
export const nodePath = await setUp().catch((error) => {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});

/** Runs a program, passes signals on to it, and returns its exit code once it has ended. */
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
  const stamp = join(modules, '.installed');
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === lock;
}

/**
 * Installs into a folder of its own and moves the result into place at the end. An install that
 * fails or is interrupted changes nothing, and two at the same time do not disturb each other.
 */
async function install() {
  process.stderr.write('Installing the dependencies; the first time this takes a minute or two.\n');
  const folder = mkdtempSync(join(root, '.node_modules-'));
  try {
    for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
      copyFileSync(join(root, file), join(folder, file));
    }
    if ((await npmCi(folder)) !== 0) {
      throw new SetupError('The dependencies could not be installed; npm says why above.');
    }
    writeFileSync(join(folder, 'node_modules', '.installed'), lock);
    // Another command may have installed the same in the meantime.
    if (!isInstalled()) replaceModules(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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

function replaceModules(folder) {
  try {
    if (existsSync(modules)) renameSync(modules, join(folder, 'old'));
    renameSync(join(folder, 'node_modules'), modules);
  } catch (error) {
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
