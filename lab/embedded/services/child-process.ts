import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { PidFile } from './pid-file.ts';

export interface ChildOptions {
  readonly logFile: string;
  /** Records the child, so that a later start can kill it if it is orphaned. */
  readonly pids?: PidFile | undefined;
}

export interface ChildCommand<T> {
  /** Name in messages and in the pid file. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Whether to connect standard input and output with pipes. */
  readonly pipes?: boolean;
  /** Resolves when the child is ready. The signal aborts once nobody is waiting for it. */
  ready(child: ChildProcess, signal: AbortSignal): Promise<T>;
  readonly timeoutMs?: number;
}

export interface RunningChild<T> {
  /** The result of `ready`. */
  readonly value: T;
  readonly pid: number;
  /** Resolves with a readable reason once the child has exited. */
  readonly ended: Promise<string>;
  /** Sends SIGTERM, and SIGKILL after two seconds; resolves once the child has exited. */
  stop(): Promise<void>;
}

const GRACE_MS = 2000;

/**
 * Starts a program and waits until it is ready. The child leads its own process group, so that
 * Ctrl-C only reaches the parent, which then stops its children in the right order.
 * @throws an Error of one sentence, with the last line of the child's output, if the child cannot
 * start, exits early or is not ready in time; the child has then exited
 */
export async function startChild<T>(
  command: ChildCommand<T>,
  { logFile, pids }: ChildOptions,
): Promise<RunningChild<T>> {
  mkdirSync(dirname(logFile), { recursive: true });
  const log = openSync(logFile, 'a');
  const child = spawn(command.command, command.args, {
    stdio: command.pipes ? ['pipe', 'pipe', log] : ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  const { pid } = child;
  if (pid !== undefined) pids?.add(command.name, pid);

  const ended = waitForExit(child).then((reason) => {
    if (pid !== undefined) pids?.remove(pid);
    return reason;
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
    await ended;
    clearTimeout(force);
  };

  const timeout = AbortSignal.timeout(command.timeoutMs ?? 15_000);
  const readyAbort = new AbortController();
  try {
    const value = await Promise.race([
      command.ready(child, AbortSignal.any([timeout, readyAbort.signal])),
      ended.then((reason) => Promise.reject(new Error(reason))),
      once(timeout, 'abort').then(() => Promise.reject(new Error('did not respond in time'))),
    ]);
    if (pid === undefined) throw new Error('has no process id');
    return { value, pid, ended, stop };
  } catch (error) {
    readyAbort.abort();
    await stop();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${command.name} ${reason}${lastLine(logFile)} (log: ${logFile})`, {
      cause: error,
    });
  }
}

function waitForExit(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`could not be started: ${error.message}`));
    child.once('exit', (code, signal) =>
      resolve(signal === null ? `ended with code ${code}` : `was ended by ${signal}`),
    );
  });
}

function lastLine(logFile: string): string {
  const line = readFileSync(logFile, 'utf8').trimEnd().split('\n').at(-1) ?? '';
  return line === '' ? '' : `: ${line}`;
}
