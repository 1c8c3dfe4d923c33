import { createDnsResponder } from '../../../packages/mailnet/src/dns/responder.ts';
import { addresses, expectedVerdict } from '../../../packages/mailnet/src/index.ts';
import { mxRecordsOf, hostRecordsOf } from '../../../packages/mailnet/src/net/mail-hosts.ts';
import { createNetworkDelay } from '../../../packages/mailnet/src/net/network-delay.ts';
import { createClientMemory } from '../../../packages/mailnet/src/smtp/client-memory.ts';
import { createHostServer } from '../../../packages/mailnet/src/smtp/server.ts';
import { createStats, type Stats } from '../../../packages/mailnet/src/net/stats.ts';
import {
  createSimulatedInternet,
  type SimulatedInternet,
} from '../../../packages/mailnet/src/net/simulated-internet.ts';
import type { TestClock } from '../../support/test-clock.ts';
import { answerHostileQuery, createHostileServer } from './hostile-servers.ts';
import type { Wire } from './over-wire.ts';
import { WireSocket } from './wire-socket.ts';
import { createWireTimers } from './wire-timers.ts';

/** The mail servers and name servers of the embedded stack, without sockets. */

export const SEED = 7;
const LISTED = 1200;
/** Divides the servers' delays by default: even slow servers respond as soon as time advances. */
const TIME_SCALE = 1_000_000;

/** Probability of each network fault, per datagram or connection. */
export const WIRE_FAULTS = {
  'datagram lost': 0.04,
  'connection refused': 0.03,
  'connection reset': 0.05,
} as const;
export type WireFault = keyof typeof WIRE_FAULTS;
/** Maximum number of server writes before a planned connection reset. */
const LAST_WRITE = 6;

const expectedFor = expectedVerdict(SEED);

/** Addresses whose correct verdict is known. */
export const SIMULATED_ADDRESSES = Array.from(addresses(SEED, LISTED), expectedFor).filter(
  ({ undecidable }) => !undecidable,
);
/** Addresses at servers that hostile customers target. */
export const TARGET_ADDRESSES = SIMULATED_ADDRESSES.slice(0, 24);
const LISTED_NAMES = new Set(SIMULATED_ADDRESSES.map(({ email }) => email));

export const isSimulatedAddress = (address: string): boolean => LISTED_NAMES.has(address);

/** Returns the IP addresses of the mail hosts that serve the address's domain. */
function hostsOf(world: SimulatedInternet, email: string): readonly string[] {
  const domain = world.named(email.slice(email.indexOf('@') + 1));
  const targets = domain ? mxRecordsOf(domain).map(({ name }) => hostRecordsOf(world, name)) : [];
  return targets.flatMap((target) => (target && 'addresses' in target ? target.addresses : []));
}

/**
 * @param random uniform in [0, 1)
 * @param injected called for each fault; if absent, there are no faults
 * @param timeScale divides the servers' delays
 */
export function createMailInternet(
  clock: TestClock,
  random: () => number,
  injected?: (fault: WireFault) => void,
  timeScale = TIME_SCALE,
): Wire & { readonly counts: Stats['counts'] } {
  const world = createSimulatedInternet(SEED);
  const stats = createStats(world);
  const now = () => clock.now();
  const network = createNetworkDelay(0, timeScale);
  const answer = createDnsResponder(world, stats);
  const memory = createClientMemory(1, now);
  const serve = createHostServer({ world, stats, memory }, network, now);
  const victims = TARGET_ADDRESSES.flatMap(({ email }) => hostsOf(world, email));
  let events = 0;
  const countEvent = (): void => {
    events += 1;
  };
  const occurs = (fault: WireFault): boolean => {
    const isSo = injected !== undefined && random() < WIRE_FAULTS[fault];
    if (isSo) injected(fault);
    return isSo;
  };

  return {
    events: () => events,
    get counts() {
      return stats.counts;
    },
    timers: createWireTimers(now),

    ask(packet) {
      countEvent();
      const hostile = answerHostileQuery(packet, victims);
      if (hostile !== null) return hostile;
      return occurs('datagram lost') ? undefined : answer(packet, 'udp');
    },

    dial(host, client = '127.0.0.1') {
      const near = new WireSocket(client, host, countEvent);
      const hostile = createHostileServer(host);
      if (hostile === undefined || (hostile === null && occurs('connection refused'))) {
        near.destroy(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
        return near;
      }
      let left =
        !hostile && occurs('connection reset')
          ? Math.ceil(random() * LAST_WRITE)
          : Number.POSITIVE_INFINITY;
      const far = new WireSocket(host, client, () => {
        countEvent();
        left -= 1;
        if (left === 0) far.resetAndDestroy();
      });
      WireSocket.pair(near, far);
      setImmediate(() => {
        countEvent();
        near.emit('connect');
        (hostile ?? serve)(far.asSocket);
      });
      return near;
    },
  };
}
