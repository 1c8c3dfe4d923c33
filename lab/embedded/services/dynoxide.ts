import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChildOptions, type RunningChild, startChild } from './child-process.ts';
import { findFreePort } from './free-port.ts';
import { StartError } from './start-error.ts';

export interface DynoxideOptions extends ChildOptions {
  /** The database file, whose folder is created if needed. Without it, data is kept in memory. */
  readonly dbPath?: string;
}

/**
 * Returns the path of a platform's binary.
 * @param platform such as `linux-x64`
 * @throws {StartError} if npm has no binary for it
 */
export function dynoxideBinary(platform = `${process.platform}-${process.arch}`): string {
  const executable = platform.startsWith('win32') ? 'dynoxide.exe' : 'dynoxide';
  try {
    const manifest = createRequire(import.meta.url).resolve(`@dynoxide/${platform}/package.json`);
    return join(dirname(manifest), executable);
  } catch {
    throw new StartError(
      `The embedded DynamoDB does not support ${platform}: start MiniStack or LocalStack and set ` +
        'AWS_ENDPOINT_URL to its address, for example http://localhost:4566.',
    );
  }
}

/**
 * Starts DynamoDB (dynoxide) on a free loopback port; `value` is its URL. Differences from AWS:
 * expired items remain until they are deleted explicitly, point-in-time recovery is not supported,
 * and transactions never conflict. Create tables without streams, because a stream makes every
 * write slower than the last.
 */
export async function startDynoxide(options: DynoxideOptions): Promise<RunningChild<string>> {
  const binary = dynoxideBinary();
  const url = `http://127.0.0.1:${await findFreePort()}`;
  const args = ['--host', '127.0.0.1', '--port', new URL(url).port];
  if (options.dbPath !== undefined) {
    mkdirSync(dirname(options.dbPath), { recursive: true });
    args.push('--db-path', options.dbPath);
  }
  const diesWithParent = canDieWithParent();
  return startChild(
    {
      name: 'dynoxide',
      command: diesWithParent ? SETPRIV : binary,
      args: diesWithParent ? [...PARENT_DEATH_OPTIONS, binary, ...args] : args,
      async ready(_child, signal) {
        while (!signal.aborted && !(await responds(url))) await sleep(10);
        return url;
      },
    },
    options,
  );
}

/**
 * On Linux, this command makes the kernel terminate the child when this process exits, even on
 * SIGKILL. On other systems, an orphan keeps running until a later start finds its pid file and
 * kills it.
 */
const SETPRIV = 'setpriv';
const PARENT_DEATH_OPTIONS = ['--pdeathsig', 'TERM', '--'];
const canDieWithParent = (): boolean =>
  process.platform === 'linux' &&
  spawnSync(SETPRIV, [...PARENT_DEATH_OPTIONS, 'true']).status === 0;

const responds = (url: string): Promise<boolean> =>
  fetch(url)
    .then((response) => response.arrayBuffer())
    .then(
      () => true,
      () => false,
    );
