import { randomUUID } from 'node:crypto';
import type { FunctionSpec } from '../cloud/functions.ts';
import { createExecutionEnvironment, isDebugged } from './environment.ts';
import type { ExecutionEnvironment, ExecutionEnvironmentOptions } from './environment.ts';
import { InvocationError } from './invocation-error.ts';

export interface FunctionRunnerOptions extends ExecutionEnvironmentOptions {
  /** Maximum concurrent environments of a function. Further calls wait. */
  readonly maxEnvironments: (functionName: string) => number;
  /** Time without a call after which an environment is stopped. */
  readonly idleMs?: number;
}

export interface FunctionRunner {
  /**
   * Runs a function once.
   * @returns its return value after a JSON round trip
   * @throws {InvocationError} if the function failed or the runner is stopping
   */
  invoke(functionName: string, event: unknown): Promise<unknown>;
  /**
   * Stops environments once their current call has finished, so that the next call loads new code.
   */
  reload(functionName: string): void;
  /** Stops every environment immediately. Running calls fail. */
  stop(): void;
}

interface Pool {
  readonly spec: FunctionSpec;
  generation: number;
  readonly idle: ExecutionEnvironment[];
  readonly busy: Set<ExecutionEnvironment>;
  readonly waiting: (() => void)[];
}

const MAX_IDLE_MS = 120_000;

/**
 * Runs Lambda functions in processes that are started when needed, reused, and stopped when idle.
 */
export function createFunctionRunner(
  specs: ReadonlyMap<string, FunctionSpec>,
  options: FunctionRunnerOptions,
): FunctionRunner {
  const pools = new Map<string, Pool>(
    [...specs].map(([name, spec]) => [
      name,
      { spec, generation: 0, idle: [], busy: new Set(), waiting: [] },
    ]),
  );
  const timers = new Map<ExecutionEnvironment, NodeJS.Timeout>();
  let stopped = false;

  const dismiss = (environment: ExecutionEnvironment): void => {
    clearTimeout(timers.get(environment));
    timers.delete(environment);
    environment.end();
  };

  const returnToPool = (pool: Pool, environment: ExecutionEnvironment): void => {
    pool.idle.push(environment);
    // A new environment would not have the debugger's breakpoints.
    if (isDebugged(options)) return;
    const timer = setTimeout(() => {
      pool.idle.splice(pool.idle.indexOf(environment), 1);
      dismiss(environment);
    }, options.idleMs ?? MAX_IDLE_MS);
    timers.set(environment, timer.unref());
  };

  const take = (pool: Pool): ExecutionEnvironment => {
    // Reuse the most recently used environment, so that the others remain idle until they are
    // stopped.
    let environment = pool.idle.pop();
    while (environment !== undefined && !environment.alive) {
      dismiss(environment);
      environment = pool.idle.pop();
    }
    clearTimeout(environment && timers.get(environment));
    return environment ?? createExecutionEnvironment(pool.spec, options);
  };

  return {
    async invoke(functionName, event) {
      const pool = pools.get(functionName);
      if (pool === undefined) throw new Error(`The function ${functionName} does not exist.`);
      const isFull = () => !stopped && pool.busy.size >= options.maxEnvironments(functionName);
      while (isFull()) await new Promise<void>((resolve) => pool.waiting.push(resolve));
      if (stopped) throw new InvocationError({ errorType: 'Stopped', errorMessage: 'stopping' });
      const { generation } = pool;
      const environment = take(pool);
      pool.busy.add(environment);
      try {
        return JSON.parse(await environment.invoke(randomUUID(), JSON.stringify(event)));
      } finally {
        pool.busy.delete(environment);
        if (environment.alive && generation === pool.generation && !stopped)
          returnToPool(pool, environment);
        else dismiss(environment);
        pool.waiting.shift()?.();
      }
    },
    reload(functionName) {
      const pool = pools.get(functionName);
      if (pool === undefined) return;
      pool.generation += 1;
      pool.idle.splice(0).forEach(dismiss);
    },
    stop() {
      stopped = true;
      for (const pool of pools.values()) {
        pool.idle.splice(0).forEach(dismiss);
        pool.busy.forEach(dismiss);
        pool.waiting.splice(0).forEach((resolve) => resolve());
      }
    },
  };
}
