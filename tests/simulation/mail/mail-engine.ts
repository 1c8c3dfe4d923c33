import { createEngine } from '../../../functions/checks/adapters/engine.ts';
import type { Engine } from '../../../functions/checks/adapters/engine.ts';
import type { Ids } from '../../../functions/platform/clock.ts';
import type { Log } from '../../../functions/platform/log.ts';
import { createMemoryFacts, type LeaseStore } from '../../../functions/verifier/index.ts';
import { type TestClock, testEnv } from '../../support/test-context.ts';
import { isListed } from './mail-internet.ts';
import { overWire, type Wire } from './over-wire.ts';

const SETTINGS = {
  DNS_SERVERS: '127.0.0.1:53',
  SMTP_PORT: '25',
  SMTP_EGRESS: 'direct',
  SMTP_ALLOW_PRIVATE: 'true',
};

/** The table's leases, without its faults: an engine at work is not interrupted here. */
function memoryLeases(): LeaseStore {
  const items = new Map<string, Awaited<ReturnType<LeaseStore['read']>>>();
  return {
    read: async (key) => items.get(key),
    async write(key, version, state) {
      if ((items.get(key)?.version ?? 0) !== version) return false;
      items.set(key, { version: version + 1, state });
      return true;
    },
  };
}

/**
 * Makes the engine of each process. It asks servers where it has any to ask, and otherwise an
 * engine that knows verdicts by the addresses.
 */
export function mailEngines(
  wire: Wire,
  otherwise: Engine,
  clock: TestClock,
  ids: Ids,
  log: Log,
): () => Engine {
  const facts = createMemoryFacts(() => clock.now());
  const leases = memoryLeases();
  const env = testEnv(SETTINGS);
  return () => {
    const engine = createEngine({ env, facts, leases, clock, ids, log, proxy: async () => '' });
    return {
      get connections() {
        return engine.connections + otherwise.connections;
      },
      async *verify(addresses, options) {
        if (!addresses.every(isListed)) return yield* otherwise.verify(addresses, options);
        yield* await overWire(wire, clock, () =>
          Array.fromAsync(engine.verify(addresses, options)),
        );
      },
    };
  };
}
