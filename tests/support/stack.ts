import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { InboxMessage } from '../../lab/embedded/inbox/inbox.ts';
import { type StackInfo, readStackFile } from '../../lab/embedded/supervisor/stack-file.ts';
import { type Client, createClient } from '../../shared/client/client.ts';
import { buildStaleFunctions } from './build-functions.ts';
import { findLeaks } from './log-leaks.ts';
import { listProcesses } from './process-stats.ts';

interface StackOptions {
  /** Home of an earlier stack whose data is reused; by default a new home, deleted at the end. */
  readonly home?: string;
  /** Additional environment variables for `npm start`, such as TIME_SCALE or LIMIT_FACTOR. */
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

export interface Session {
  readonly token: string;
  readonly csrf_token: string;
}

/** The product as its users see it, wherever it is deployed. */
export interface Service {
  readonly url: string;
  /** Creates a typed client: anonymous, with a session, or with an API key. */
  client(caller?: { session?: Session; apiKey?: string }): Client;
  /** Emails sent to an address, newest first. */
  mails(to: string): Promise<readonly InboxMessage[]>;
  /** Runs functions/admin/commands/NAME.ts against the service; rejects if the command fails. */
  command(name: string, ...args: readonly string[]): Promise<void>;
}

export interface RunningStack extends Service {
  readonly home: string;
  /** Connection details: environment for commands, and ports of the mailnet. */
  readonly info: StackInfo;
  /** Reads a log file in the home, such as `functions`. */
  log(name: string): string;
  /** Lines in the functions' log that contain a secret or match a forbidden pattern. */
  leaks(secrets?: readonly string[]): string[];
}

export interface TestStack extends RunningStack, AsyncDisposable {
  /**
   * Stops the stack as Ctrl-C does, and deletes a temporary home.
   * @throws if an address, a token, a key or a code was logged
   */
  stop(): Promise<void>;
  /**
   * Kills every process of the stack at the same time, as a power failure would; its data remains.
   */
  kill(): Promise<void>;
}

const START = fileURLToPath(new URL('../../lab/embedded/start.ts', import.meta.url));
const RUN_COMMAND = fileURLToPath(new URL('../../localstack/run-command.ts', import.meta.url));

/**
 * Starts a stack and waits until it is ready. @throws with its output if it does not become ready
 */
export async function startStack(options: StackOptions = {}): Promise<TestStack> {
  await buildStaleFunctions();
  const home = options.home ?? mkdtempSync(join(tmpdir(), 'tamis-stack-'));
  const child = spawn(process.execPath, [START, ...(options.args ?? [])], {
    env: { ...process.env, PORT: '0', TAMIS_HOME: home, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let output = '';
  child.stderr.on('data', (data) => (output += String(data)));
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      output += `${line}\n`;
      if (line.startsWith('ready ')) resolve();
    });
    void exited.then(() => reject(new Error(`the stack did not start:\n${output}`)));
  });
  const stack = connectToStack(home);
  const stop = async (): Promise<void> => {
    child.kill('SIGINT');
    await exited;
    const found = stack.leaks();
    if (options.home === undefined) rmSync(home, { recursive: true, force: true });
    if (found.length > 0) throw new Error(`the log of the functions leaks:\n${found.join('\n')}`);
  };
  return {
    ...stack,
    stop,
    async kill() {
      for (const { pid } of listProcesses(home)) kill(pid);
      await exited;
    },
    [Symbol.asyncDispose]: stop,
  };
}

/** Connects to a running stack, given its home. @throws if none is running there */
export function connectToStack(home: string): RunningStack {
  const info = readStackFile({ stackFile: join(home, 'stack.json') });
  if (info === undefined) throw new Error(`no stack is running in ${home}`);
  const logFile = (name: string): string => join(home, 'log', `${name}.log`);
  const log = (name: string): string => readFileSync(logFile(name), 'utf8');
  const knownSecrets = new Set<string>();
  return {
    ...serviceOf(info.url, { ...process.env, TAMIS_HOME: home }, knownSecrets),
    home,
    info,
    log,
    leaks(secrets = []) {
      // The log may not exist: a test file that calls no function may run before any function has
      // written a line.
      const lines = existsSync(logFile('functions')) ? log('functions').split('\n') : [];
      return findLeaks(lines, [...knownSecrets, ...secrets]);
    },
  };
}

/**
 * Returns an interface to the service at `url`: clients, emails and commands.
 * @param knownSecrets collects the sessions, keys and codes seen by the tests, which must never
 * appear in logs
 */
const serviceOf = (url: string, env: NodeJS.ProcessEnv, knownSecrets: Set<string>): Service => ({
  url,
  client: (caller = {}) => {
    const { session, apiKey = '' } = caller;
    for (const secret of [apiKey, session?.token ?? '', session?.csrf_token ?? ''])
      knownSecrets.add(secret);
    return createClientFactory(url)(caller);
  },
  async mails(to) {
    const response = await fetch(`${url}/inbox/messages?to=${encodeURIComponent(to)}`);
    const mails = (await response.json()) as InboxMessage[];
    knownSecrets.add(to);
    for (const { subject } of mails) knownSecrets.add(/^\d{4}\b/.exec(subject)?.[0] ?? '');
    return mails;
  },
  command: (name, ...args) => runAppCommand(env, name, args),
});

export const createClientFactory =
  (baseUrl: string): Service['client'] =>
  ({ session, apiKey } = {}) =>
    createClient({
      baseUrl,
      fetch,
      language: 'en',
      token: session?.token,
      csrf: session?.csrf_token,
      ...(apiKey !== undefined && { apiKey }),
    });

export async function runAppCommand(
  env: NodeJS.ProcessEnv,
  name: string,
  args: readonly string[],
): Promise<void> {
  const run = spawn(process.execPath, [RUN_COMMAND, name, ...args], { env, stdio: 'inherit' });
  const [code] = await once(run, 'exit');
  if (code !== 0) throw new Error(`${name} exited with code ${code}`);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already exited.
  }
}
