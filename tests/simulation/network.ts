import { AsyncLocalStorage } from 'node:async_hooks';
import type { TestClock } from '../support/test-clock.ts';
import { CallFailedError, CrashError } from '../support/faults.ts';
import { createInterleaver } from '../support/interleaver.ts';
import type { InjectedFault, FaultKind } from './history.ts';
import type { Lineage } from './lineage.ts';

/** One run of a function, from its event to its result or crash. */
export interface SimulatedProcess {
  readonly name: string;
  /** The subject of the run, such as the body of a message. */
  readonly subject: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  dead: boolean;
  readonly injectedFaults: FaultKind[];
  /** Set only for workers. */
  readonly lineage?: Lineage | undefined;
}

export interface OutgoingCall<T> {
  /** The service and its operation, such as `table.PutItem`. */
  readonly name: string;
  readonly input: unknown;
  readonly effect: () => T | Promise<T>;
  /**
   * Applies the call to only part of its input. If absent, the call cannot be applied partially.
   */
  readonly torn?: () => T | Promise<T>;
  /** Set if the client never retries. The fault `repeat` then only loses the response. */
  readonly once?: true;
  /** The service's error when it rejects the call temporarily. */
  readonly refusal?: () => Error;
  /** The service's error when another process is changing the same item. */
  readonly conflict?: () => Error;
}

const SLOW_YIELDS = 6;
const SLOW_MS = 20_000;

export type SimulatedNetwork = ReturnType<typeof createSimulatedNetwork>;

/**
 * Creates the network between processes and their services. It performs one call at a time, in
 * random order, and injects the planned faults. The same random numbers and plan produce the same
 * trace.
 * @param trace receives a line for each call, in order
 */
export function createSimulatedNetwork(clock: TestClock, trace: (line: string) => void) {
  const processes = new AsyncLocalStorage<SimulatedProcess>();
  const injected = new Map<string, number>();
  /** Counts a fault, including faults outside the plan. */
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

  async function perform<T>(
    process: SimulatedProcess,
    outgoing: OutgoingCall<T>,
    kind: FaultKind | undefined,
  ): Promise<T> {
    const { name, effect, torn, once, refusal, conflict } = outgoing;
    if (process.dead) {
      // The call may have been sent before the process was killed.
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
        // A client that got no response retries, unaware of the first effect.
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

    /** Lets other processes continue, without making a call. */
    pause: () => (processes.getStore() ? yieldTurn() : Promise.resolve(undefined)),

    /** Makes a call with the faults of its process. Outside a process, a call has no faults. */
    async call<T>(outgoing: OutgoingCall<T>): Promise<T> {
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

    /** Runs a function as a process. Returns undefined if it was killed. */
    async run<T>(
      of: Pick<SimulatedProcess, 'name' | 'subject' | 'lineage'>,
      work: () => Promise<T>,
    ): Promise<T | undefined> {
      const process: SimulatedProcess = {
        ...of,
        startedAt: clock.now(),
        dead: false,
        injectedFaults: [],
      };
      try {
        const result = await processes.run(process, work);
        return process.dead ? undefined : result;
      } catch (error) {
        if (process.dead) return undefined;
        throw error;
      }
    },

    /** Starts all parties concurrently, and returns when each has ended or was killed. */
    async together(
      parties: readonly (() => Promise<unknown>)[],
      plan: { readonly random: () => number; readonly faults: readonly InjectedFault[] },
    ): Promise<void> {
      ({ random } = plan);
      faults = new Map(plan.faults.map(({ at, kind }) => [at, kind]));
      entered = 0;
      await turns.run(parties);
    },
  };
}
