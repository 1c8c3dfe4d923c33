import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { FunctionSpec } from '../cloud/functions.ts';
import type { PidFile } from '../services/pid-file.ts';
import { InvocationError, exitError, timeoutError } from './invocation-error.ts';
import type { EnvironmentMessage, InvokeMessage, InvocationUsage } from './protocol.ts';

/** One run of a function, with the figures in the `REPORT` line of a Lambda log. */
export interface FunctionRun extends InvocationUsage {
  readonly functionName: string;
  readonly memoryMb: number;
  /** Milliseconds from event to result, excluding the start of the process. */
  readonly ms: number;
}

export interface ExecutionEnvironmentOptions {
  /** Environment variables in addition to the function's own, such as credentials and endpoints. */
  readonly variables: Readonly<Record<string, string>>;
  readonly nodeOptions?: string;
  readonly logFile: string;
  readonly onLine?: ((functionName: string, line: string) => void) | undefined;
  readonly pids?: PidFile | undefined;
  /** Called after every run that returned or threw, but not if the process timed out or exited. */
  readonly onRun?: ((run: FunctionRun) => void) | undefined;
}

/** One process that runs a function, one invocation at a time. */
export interface ExecutionEnvironment {
  /**
   * Runs the function once, after its process has loaded the code. Must not be called during
   * another call.
   * @param event JSON
   * @returns the function's result as JSON
   * @throws {InvocationError} if the code cannot be loaded, the function throws or times out, or
   *   the process exits
   */
  invoke(requestId: string, event: string): Promise<string>;
  /** Whether the process is running. If it has exited, the environment must be replaced. */
  readonly alive: boolean;
  /** Kills the process immediately, which makes a running invocation fail. */
  end(): void;
}

const BOOTSTRAP = fileURLToPath(new URL('bootstrap.mjs', import.meta.url));

/** Time limit for loading the code. Longer than in Lambda, because a laptop may be busy. */
const INIT_TIMEOUT_MS = 30_000;
/** The longest delay that a Node timer supports. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

const INSPECT_OPTION = /--inspect(-brk|-wait)?(=\S+)?/g;

/** Whether a debugger may stop the function at a breakpoint, so timeouts must not apply. */
export const isDebugged = ({
  nodeOptions = '',
}: Pick<ExecutionEnvironmentOptions, 'nodeOptions'>): boolean =>
  nodeOptions.search(INSPECT_OPTION) !== -1;

export function createExecutionEnvironment(
  spec: FunctionSpec,
  options: ExecutionEnvironmentOptions,
): ExecutionEnvironment {
  const child = startProcess(spec, options);
  const limit = (ms: number): number => (isDebugged(options) ? MAX_TIMER_MS : ms);
  let exitReason: string | undefined;
  let receive: ((message: EnvironmentMessage) => void) | undefined;
  let failPending: ((how: string) => void) | undefined;

  child.on('message', (message: EnvironmentMessage) => receive?.(message));
  const end = (how: string): void => {
    if (exitReason !== undefined) return;
    exitReason = how;
    if (child.pid !== undefined) options.pids?.remove(child.pid);
    failPending?.(how);
  };
  child.once('error', (error) => end(error.message));
  child.once('exit', (code, signal) =>
    end(signal === null ? `exit status ${code}` : `signal: ${signal}`),
  );
  const kill = (how: string): void => {
    end(how);
    child.kill('SIGKILL');
  };

  const nextMessage = (requestId: string, limitMs: number): Promise<EnvironmentMessage> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(timeoutError(requestId, limitMs));
        kill('timed out');
      }, limitMs);
      receive = (message) => {
        clearTimeout(timer);
        resolve(message);
      };
      failPending = (how) => {
        clearTimeout(timer);
        reject(exitError(requestId, how));
      };
      if (exitReason !== undefined) failPending(exitReason);
    });

  let ready: Promise<EnvironmentMessage> | undefined;
  return {
    get alive() {
      return exitReason === undefined;
    },
    end: () => kill('signal: killed'),
    async invoke(requestId, event) {
      ready ??= nextMessage(requestId, limit(INIT_TIMEOUT_MS));
      const loaded = await ready;
      if (loaded.kind === 'init-failed') {
        kill('init failed');
        throw new InvocationError(loaded.error);
      }
      const timeoutMs = limit(spec.timeoutMs);
      const message: InvokeMessage = { requestId, event, deadline: Date.now() + timeoutMs };
      const startedAt = performance.now();
      const ended = nextMessage(requestId, timeoutMs);
      // Ignore send errors: if the process has just exited, the exit event reports it.
      child.send(message, () => {});
      const outcome = await ended;
      if ('usage' in outcome) {
        const { name: functionName, memoryMb } = spec;
        const ms = performance.now() - startedAt;
        options.onRun?.({ functionName, memoryMb, ms, ...outcome.usage });
      }
      if (outcome.kind === 'done') return outcome.result;
      if (outcome.kind === 'failed') throw new InvocationError(outcome.error);
      throw new Error(
        `An environment of ${spec.name} sent the unexpected message ${outcome.kind}.`,
      );
    },
  };
}

function startProcess(spec: FunctionSpec, options: ExecutionEnvironmentOptions): ChildProcess {
  const { memoryMb } = spec;
  const { logFile, onLine } = options;
  const log = openSync(logFile, 'a');
  const output = onLine ? 'pipe' : log;
  try {
    const child = spawn(
      process.execPath,
      [
        // The old generation of the heap gets 90% of the memory, as in Lambda.
        `--max-old-space-size=${Math.floor(memoryMb * 0.9)}`,
        BOOTSTRAP,
        spec.file,
        spec.handler,
      ],
      {
        env: {
          ...spec.environment,
          ...options.variables,
          ...runtimeVariables(spec),
          NODE_OPTIONS: nodeOptionsOf(spec, options),
        },
        stdio: ['ignore', output, output, 'ipc'],
        serialization: 'advanced',
      },
    );
    if (child.pid !== undefined) options.pids?.add(spec.name, child.pid);
    for (const stream of [child.stdout, child.stderr])
      if (stream)
        createInterface(stream).on('line', (line) => {
          appendFileSync(logFile, `${line}\n`);
          onLine?.(spec.name, line);
        });
    return child;
  } finally {
    closeSync(log);
  }
}

/** Makes each process choose a free debugger port, because two processes cannot share one. */
const nodeOptionsOf = (
  { environment }: FunctionSpec,
  { nodeOptions = '' }: ExecutionEnvironmentOptions,
): string =>
  `${environment['NODE_OPTIONS'] ?? ''} ${nodeOptions.replaceAll(INSPECT_OPTION, '--inspect$1=127.0.0.1:0')}`;

/** https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html */
const runtimeVariables = (spec: FunctionSpec): Record<string, string> => ({
  AWS_LAMBDA_FUNCTION_NAME: spec.name,
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(spec.memoryMb),
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  // The User-Agent header contains this id, so that an emulator can identify the function.
  AWS_SDK_UA_APP_ID: spec.name,
  TZ: ':UTC',
});
