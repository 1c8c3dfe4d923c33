import { AsyncLocalStorage } from 'node:async_hooks';
import type { TestClock } from '../support/test-context.ts';
import { CallFailedError, CrashError } from '../support/faults.ts';
import { createTurns } from '../support/turns.ts';
import type { Fault, FaultKind } from './history.ts';
import type { Lineage } from './lineage.ts';

/** One run of a function, from its event to its result or its death. */
export interface Process {
  readonly name: string;
  /** What it works on, such as the body of a message. */
  readonly subject: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  dead: boolean;
  /** Faults that it has met. */
  readonly met: FaultKind[];
  /** Of a worker. */
  readonly lineage?: Lineage | undefined;
}

/** A call that leaves a process. */
export interface Outgoing<T> {
  /** `table.PutItem` */
  readonly name: string;
  readonly input: unknown;
  readonly effect: () => T | Promise<T>;
  /** The effect on a part of what the call is about. Without it a call cannot be torn. */
  readonly torn?: () => T | Promise<T>;
  /** Nobody asks again: a repetition is a lost response. */
  readonly once?: true;
  /** What the service responds that refuses it for now. */
  readonly refusal?: () => Error;
  /** What the service responds where somebody else was at work on the same. */
  readonly conflict?: () => Error;
}

const SLOW_TURNS = 6;
const SLOW_MS = 20_000;

export type Network = ReturnType<typeof createNetwork>;

/**
 * All that lies between processes and the services they call: one call at a time, in an order that
 * chance picks, with the faults of the plan. The same chance and plan give the same trace.
 * @param trace gets a line for each call, in their order
 */
export function createNetwork(clock: TestClock, trace: (line: string) => void) {
  const processes = new AsyncLocalStorage<Process>();
  /** How many faults of each kind were injected. */
  const injected = new Map<string, number>();
  /** Counts a fault, also one that is none of the plan. */
  const noteFault = (fault: string): void => {
    injected.set(fault, (injected.get(fault) ?? 0) + 1);
  };
  let random = () => 0;
  let faults: ReadonlyMap<number, FaultKind> = new Map();
  let entered = 0;
  let calls = 0;
  const turns = createTurns(() => random());
  const pass = turns.wrap(async () => undefined);
  const inTurn = turns.wrap(<T>(work: () => Promise<T>): Promise<T> => work()) as <T>(
    work: () => Promise<T>,
  ) => Promise<T>;

  const slowly = async (): Promise<void> => {
    clock.advance(SLOW_MS);
    for (let turn = 0; turn < SLOW_TURNS; turn += 1) await pass();
  };

  /** What becomes of a call that has its turn. */
  async function perform<T>(
    process: Process,
    outgoing: Outgoing<T>,
    kind: FaultKind | undefined,
  ): Promise<T> {
    const { name, effect, torn, once, refusal, conflict } = outgoing;
    if (process.dead) {
      // It was on its way when the process was killed.
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
        // A client that got no response asks again, and knows nothing of the first time.
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

    /** Lets others go first, without a call. */
    pause: () => (processes.getStore() ? pass() : Promise.resolve(undefined)),

    /** Performs a call of the process it comes from; of nobody else's it just gives the result. */
    async call<T>(outgoing: Outgoing<T>): Promise<T> {
      const process = processes.getStore();
      if (!process) return outgoing.effect();
      if (process.dead) throw new CrashError(outgoing.name);
      entered += 1;
      calls += 1;
      const kind = faults.get(entered);
      if (kind !== undefined) {
        process.met.push(kind);
        noteFault(kind);
      }
      trace(`${process.name} ${outgoing.name} ${JSON.stringify(outgoing.input)} ${kind ?? ''}`);
      if (kind === 'slow' && random() < 0.5) await slowly();
      const result = await inTurn(() => perform(process, outgoing, kind));
      if (kind === 'slow') await slowly();
      if (process.dead) throw new CrashError(outgoing.name);
      return result;
    },

    /** Runs a function as a process; undefined when it was killed. */
    async run<T>(
      of: Pick<Process, 'name' | 'subject' | 'lineage'>,
      work: () => Promise<T>,
    ): Promise<T | undefined> {
      const process: Process = { ...of, startedAt: clock.now(), dead: false, met: [] };
      try {
        const result = await processes.run(process, work);
        return process.dead ? undefined : result;
      } catch (error) {
        if (process.dead) return undefined;
        throw error;
      }
    },

    /** Starts all at once, and ends when all have ended or were killed. */
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
