import { HOUR_MS, MINUTE_MS } from '../../shared/model/duration.ts';

/** Limits of a running step. */
export interface StepLimits {
  /** Aborted when the step ends, at its time limit, or when the operator interrupts it. */
  readonly signal: AbortSignal;
  /** Announces a cost before it is incurred. @throws if it would exceed the step's limit */
  readonly spend: (dollars: number) => void;
}

export interface Step<Tools> {
  readonly name: string;
  readonly expectation: string;
  /** Page of the vendor's documentation that states the expectation. */
  readonly page: string;
  readonly minutes: number;
  /** Maximum cost in US dollars. It includes the idle stage for the whole time limit. */
  readonly dollars: number;
  /** @returns the observation @throws unless it is the expected one */
  run(tools: Tools): Promise<string>;
}

interface RehearsalDeps<Tools> {
  readonly toolsOf: (limits: StepLimits) => Tools;
  readonly now: () => number;
  /** Rejects when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<unknown>;
  readonly print: (line: string) => void;
  readonly interrupted: AbortSignal;
  /** Cost of the idle stage. */
  readonly dollarsPerHour: number;
}

/**
 * Runs steps until one fails, then always `destroy`, and prints a report of each.
 * @returns whether every step, and `destroy`, had the expected outcome
 */
export async function rehearse<Tools>(
  deps: RehearsalDeps<Tools>,
  steps: readonly Step<Tools>[],
  destroy: Step<Tools>,
): Promise<boolean> {
  let done = 0;
  let isDestroyed = false;
  try {
    for (const step of steps) {
      if (!(await runStep(deps, step, deps.interrupted))) break;
      done += 1;
    }
    const notRun = steps.slice(done + 1).map(({ name }) => name);
    if (notRun.length > 0) deps.print(`not run: ${notRun.join(', ')}`);
  } finally {
    isDestroyed = await runStep(deps, destroy, new AbortController().signal);
  }
  return isDestroyed && done === steps.length;
}

async function runStep<Tools>(
  { toolsOf, now, sleep, print, dollarsPerHour }: RehearsalDeps<Tools>,
  { name, expectation, page, minutes, dollars, run }: Step<Tools>,
  interrupted: AbortSignal,
): Promise<boolean> {
  const began = now();
  const end = new AbortController();
  const idleDollars = (elapsedMs: number): number => (elapsedMs / HOUR_MS) * dollarsPerHour;
  let spent = 0;
  const spend = (more: number): void => {
    if (spent + more + idleDollars(minutes * MINUTE_MS) > dollars)
      throw new Error(`The step could cost more than its limit of $${dollars.toFixed(2)}.`);
    spent += more;
  };
  async function attempt(): Promise<string> {
    spend(0);
    interrupted.throwIfAborted();
    return run(toolsOf({ signal: end.signal, spend }));
  }
  async function stopAtLimit(): Promise<never> {
    await sleep(minutes * MINUTE_MS, end.signal);
    throw new Error(`The step was stopped after ${minutes} minutes.`);
  }
  const stopWhenInterrupted = new Promise<never>((_, reject) => {
    interrupted.addEventListener('abort', () => reject(new Error('The step was interrupted.')), {
      signal: end.signal,
    });
  });
  const [outcome, observation] = await Promise.race([
    stopAtLimit(),
    stopWhenInterrupted,
    attempt(),
  ]).then(
    (observed) => ['ok', observed] as const,
    (error: unknown) => ['FAILED', error instanceof Error ? error.message : String(error)] as const,
  );
  end.abort();
  const elapsedMs = now() - began;
  const cost = spent + idleDollars(elapsedMs);
  print(
    `${outcome}: ${name}, ${(elapsedMs / MINUTE_MS).toFixed(1)} minutes, about $${cost.toFixed(2)}`,
  );
  print(`  expected: ${expectation} (${page})`);
  print(`  observed: ${observation}`);
  return outcome === 'ok';
}
