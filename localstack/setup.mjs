import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Runs before the scripts of package.json, under whatever Node there is (20 or newer), hence plain
 * JavaScript: installs the dependencies when they are missing or older than package-lock.json.
 * The Node that runs everything else is one of them. Speaks on standard error only, since the
 * output of some scripts is read by programs.
 */

const root = new URL('../', import.meta.url);
const stampFile = new URL('node_modules/.installed', root);
const lock = createHash('sha256')
  .update(readFileSync(new URL('package-lock.json', root)))
  .digest('hex');

const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
if (stamp !== lock) {
  process.stderr.write('Installing the dependencies; the first time this takes a minute or two.\n');
  install();
  writeFileSync(stampFile, lock);
}
requireNode24();

function install() {
  const npm = process.env['npm_execpath'];
  const [command, args] =
    npm === undefined ? ['npm', []] : npm.endsWith('js') ? [process.execPath, [npm]] : [npm, []];
  const { status } = spawnSync(
    command,
    [...args, 'install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' },
  );
  if (status !== 0) {
    process.stderr.write('The dependencies could not be installed; npm says why above.\n');
    process.exit(1);
  }
}

/** npm has a Node 24 for the common platforms; on others it has to be there already. */
function requireNode24() {
  const binary = process.platform === 'win32' ? 'node.cmd' : 'node';
  const installed = existsSync(new URL(`node_modules/.bin/${binary}`, root));
  if (installed || Number(process.versions.node.split('.')[0]) >= 24) return;
  process.stderr.write(
    `npm has no Node 24 for ${process.platform}-${process.arch}: install Node 24 or newer ` +
      `from https://nodejs.org (this is ${process.version}).\n`,
  );
  process.exit(1);
}
