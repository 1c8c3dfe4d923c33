import { AsyncLocalStorage } from 'node:async_hooks';
import type { TestClock } from '../support/test-context.ts';
import { CallFailedError, CrashError } from '../support/faults.ts';
import { createInterleaver } from '../support/interleaver.ts';
import type { Fault, FaultKind } from './history.ts';
import type { Lineage } from './lineage.ts';

/** One run of a function, from its event to its result or crash. */
export interface Process {
  readonly name: string;
  /** Subject of the run, such as the body of a message. */
  readonly subject: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  dead: boolean;
  /** Faults injected so far. */
  readonly injectedFaults: FaultKind[];
  /** Set for workers only. */
  readonly lineage?: Lineage | undefined;
}

/** A call that leaves a process. */
export interface Outgoing<T> {
  /** `table.PutItem` */
  readonly name: string;
  readonly input: unknown;
  readonly effect: () => T | Promise<T>;
  /** The effect on part of the call's input. Calls without it cannot be torn. */
  readonly torn?: () => T | Promise<T>;
  /** The client does not retry, so that a repeated call becomes a lost response. */
  readonly once?: true;
  /** The service's response when it refuses the call for now. */
  readonly refusal?: () => Error;
  /** The service's response when another party is changing the same item. */
  readonly conflict?: () => Error;
}

const SLOW_YIELDS = 6;
const SLOW_MS = 20_000;

export type Network = ReturnType<typeof createNetwork>;

/**
 * Everything between processes and their services: runs one call at a time, in a random order, with
 * the plan's faults. The same random numbers and plan give the same trace.
 * @param trace gets a line for each call, in order
 */
export function createNetwork(clock: TestClock, trace: (line: string) => void) {
  const processes = new AsyncLocalStorage<Process>();
  /** Number of injected faults by kind. */
  const injected = new Map<string, number>();
  /** Counts a fault, including those outside the plan. */
  const noteFault = (fault: string): void => {
    injected.set(fault, (injected.get(fault) ?? 0) + 1);
  };
  let random = () => 0;
  let faults: ReadonlyMap<number, FaultKind> = new Map();
  let entered = 0;
  let calls = 0;
  const turns = createInterleaver(() => random());
  const yieldTurn = turns.wrap(async () => undefined);
  const scheduled = turns.wrap(<T>(work: () => Promise<T>): Promise<T> => work()) as <T>(
    work: () => Promise<T>,
  ) => Promise<T>;

  const stall = async (): Promise<void> => {
    clock.advance(SLOW_MS);
    for (let turn = 0; turn < SLOW_YIELDS; turn += 1) await yieldTurn();
  };

  /** Performs a call whose turn has come, with its fault. */
  async function perform<T>(
    process: Process,
    outgoing: Outgoing<T>,
    kind: FaultKind | undefined,
  ): Promise<T> {
    const { name, effect, torn, once, refusal, conflict } = outgoing;
    if (process.dead) {
      // The call was on its way when the process was killed.
      if (random() < 0.5) await effect();
      throw new CrashError(name);
    }
    switch (kind) {
      case 'die':
        process.dead = true;
        throw new CrashError(name);
      case 'die-after':
        await effect();
        process.dead = true;
        throw new CrashError(name);
      case 'refuse':
        throw refusal?.() ?? new CallFailedError(name);
      case 'conflict':
        throw conflict?.() ?? refusal?.() ?? new CallFailedError(name);
      case 'lose':
        await effect();
        throw new CallFailedError(`response of ${name}`);
      case 'repeat':
        // A client without a response retries, unaware of the first effect.
        await Promise.resolve(effect()).catch(() => undefined);
        if (once) throw new CallFailedError(`response of ${name}`);
        return effect();
      case 'tear':
        return (torn ?? effect)();
      case 'slow':
      case undefined:
        return effect();
    }
  }

  return {
    noteFault,
    injected,
    calls: () => calls,
    current: () => processes.getStore(),

    /** Lets other parties go first, without a call. */
    pause: () => (processes.getStore() ? yieldTurn() : Promise.resolve(undefined)),

    /** Performs a call with its process's faults. Outside a process, a call has no faults. */
    async call<T>(outgoing: Outgoing<T>): Promise<T> {
      const process = processes.getStore();
      if (!process) return outgoing.effect();
      if (process.dead) throw new CrashError(outgoing.name);
      entered += 1;
      calls += 1;
      const kind = faults.get(entered);
      if (kind !== undefined) {
        process.injectedFaults.push(kind);
        noteFault(kind);
      }
      trace(`${process.name} ${outgoing.name} ${JSON.stringify(outgoing.input)} ${kind ?? ''}`);
      if (kind === 'slow' && random() < 0.5) await stall();
      const result = await scheduled(() => perform(process, outgoing, kind));
      if (kind === 'slow') await stall();
      if (process.dead) throw new CrashError(outgoing.name);
      return result;
    },

    /** Runs a function as a process; undefined if it was killed. */
    async run<T>(
      of: Pick<Process, 'name' | 'subject' | 'lineage'>,
      work: () => Promise<T>,
    ): Promise<T | undefined> {
      const process: Process = { ...of, startedAt: clock.now(), dead: false, injectedFaults: [] };
      try {
        const result = await processes.run(process, work);
        return process.dead ? undefined : result;
      } catch (error) {
        if (process.dead) return undefined;
        throw error;
      }
    },

    /** Starts all parties at once, and returns when each has ended or was killed. */
    async together(
      parties: readonly (() => Promise<unknown>)[],
      plan: { readonly random: () => number; readonly faults: readonly Fault[] },
    ): Promise<void> {
      ({ random } = plan);
      faults = new Map(plan.faults.map(({ at, kind }) => [at, kind]));
      entered = 0;
      await turns.run(parties);
    },
  };
}
