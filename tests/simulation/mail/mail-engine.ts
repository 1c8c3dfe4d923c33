import { setTimeout as wait } from 'node:timers/promises';
import {
  createEngine,
  type Engine,
  parseEgressSetting,
} from '../../../functions/checks/adapters/engine.ts';
import type { IdGenerator } from '../../../functions/platform/clock.ts';
import type { Log } from '../../../functions/platform/log.ts';
import { createMemoryFacts, type FactStore } from '../../../packages/verifier/src/index.ts';
import { createMemoryLeases } from '../../../packages/verifier/tests/memory-leases.ts';
import type { TestClock } from '../../support/test-clock.ts';
import { testEnv } from '../../support/test-env.ts';
import { isHostile } from './hostile-servers.ts';
import { createMailInternet, isSimulatedAddress, type WireFault } from './mail-internet.ts';
import {
  recordNeighborEffects,
  type NeighborEffects,
  type IndexedVerdict,
} from './neighbor-effects.ts';
import { runOverWire } from './over-wire.ts';

const SETTINGS = {
  DNS_SERVERS: '127.0.0.1:53',
  SMTP_PORT: '25',
  SMTP_EGRESS: 'direct:127.0.0.101#mta1.tamis.test,direct:127.0.0.102#mta2.tamis.test',
  SMTP_CONTROLS: 'courrier-o.test',
  SMTP_ALLOW_PRIVATE: 'true',
};

/** Probability that a hostile run accompanies another customer's run. */
const NEIGHBOR_SHARE = 0.7;
/** Time limit of a hostile run in milliseconds. */
const NEIGHBOR_MS = 45_000;
/** Milliseconds by which a hostile run starts before the other run. */
const HEAD_START_MS = 1000;

interface MailEngineDeps {
  readonly clock: TestClock;
  readonly ids: IdGenerator;
  readonly log: Log;
  /** Derives verdicts from the address itself, for addresses without a simulated server. */
  readonly fallback: Engine;
  /** Called for each network fault; if absent, the network has no faults. */
  readonly noteFault: ((fault: WireFault) => void) | undefined;
  readonly wrapFacts: ((facts: FactStore) => FactStore) | undefined;
  readonly neighbors: NeighborEffects;
}

type Options = Parameters<Engine['verify']>[1];

/** Creates a mail internet, and the state that all processes using it share. */
function createMailSimulation({ clock, ids, log, noteFault, wrapFacts }: MailEngineDeps) {
  const env = testEnv(SETTINGS);
  const wire = createMailInternet(clock, () => ids.random(), noteFault);
  const memory = createMemoryFacts(() => clock.now());
  const facts = wrapFacts?.(memory) ?? memory;
  // The lease store responds without delay, because nothing else may run during a verification.
  const { storeOf } = createMemoryLeases(
    { now: () => clock.now(), sleep: async () => undefined },
    () => 0,
  );
  const leases = storeOf('any');
  const egress = async () => parseEgressSetting(env.SMTP_EGRESS, env.SMTP_HELO);
  return {
    newEngine: () => createEngine({ env, facts, leases, clock, ids, log, egress }),
    run: <T>(work: () => Promise<T>): Promise<T> => runOverWire(wire, clock, work),
  };
}

const ask = (
  engine: Engine,
  addresses: readonly string[],
  options: Options,
): Promise<IndexedVerdict[]> => Array.fromAsync(engine.verify(addresses, options));

/**
 * Creates the engine of each process. It contacts servers only for simulated and hostile addresses.
 * Without network faults, it verifies honest customers' addresses a second time, in an identical
 * mail internet without hostile customers, to compare the verdicts.
 */
export function createMailEngineFactory(deps: MailEngineDeps): () => Engine {
  const { clock, ids, fallback, noteFault, neighbors } = deps;
  const world = createMailSimulation(deps);
  const honestWorld = noteFault
    ? undefined
    : createMailSimulation({ ...deps, wrapFacts: undefined });
  let hostile: { engine: Engine; addresses: readonly string[]; options: Options } | undefined;

  /** Verifies addresses, sometimes next to a hostile run, and measures the time. */
  async function verifyWithNeighbor(
    engine: Engine,
    addresses: readonly string[],
    options: Options,
  ) {
    const before = hostile && ids.random() < NEIGHBOR_SHARE ? hostile : undefined;
    const isSameProcess = ids.random() < 0.5;
    return world.run(async () => {
      const other =
        before &&
        ask(isSameProcess ? engine : before.engine, before.addresses, {
          ...before.options,
          deadline: clock.now() + NEIGHBOR_MS,
        });
      if (other) await wait(HEAD_START_MS);
      const began = clock.now();
      const told = await ask(engine, addresses, options);
      const ms = clock.now() - began;
      await other;
      return { told, ms };
    });
  }

  return () => {
    const engine = world.newEngine();
    const isolatedEngine = honestWorld?.newEngine();
    return {
      get connections() {
        return engine.connections + fallback.connections;
      },
      async *verify(addresses, options) {
        if (addresses.length > 0 && addresses.every(isHostile)) {
          hostile = { engine, addresses, options };
          return yield* await world.run(() => ask(engine, addresses, options));
        }
        if (!addresses.every(isSimulatedAddress)) return yield* fallback.verify(addresses, options);
        const began = clock.now();
        const isolated =
          isolatedEngine && (await honestWorld?.run(() => ask(isolatedEngine, addresses, options)));
        const isolatedMs = clock.now() - began;
        clock.advance(-isolatedMs);
        const { told, ms } = await verifyWithNeighbor(engine, addresses, options);
        if (isolated)
          recordNeighborEffects(neighbors, addresses, [isolated, told], ms - isolatedMs);
        yield* told;
      },
    };
  };
}
