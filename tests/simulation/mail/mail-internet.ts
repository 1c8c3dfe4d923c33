import { Answerer } from '../../../localstack/embedded/mailnet/dns/answer.ts';
import { addresses, truthTeller } from '../../../localstack/embedded/mailnet/index.ts';
import { Network } from '../../../localstack/embedded/mailnet/network.ts';
import { Greylist } from '../../../localstack/embedded/mailnet/smtp/greylist.ts';
import { createHosts } from '../../../localstack/embedded/mailnet/smtp/server.ts';
import { Tally } from '../../../localstack/embedded/mailnet/tally.ts';
import { World } from '../../../localstack/embedded/mailnet/world.ts';
import type { TestClock } from '../../support/test-context.ts';
import type { Wire } from './over-wire.ts';
import { WireSocket } from './wire-socket.ts';

/** The mail servers and name servers of the embedded stack, without its sockets. */

const SEED = 7;
const LISTED = 1200;
const GREYLIST_MS = 4 * 60_000;
/** Servers answer at once, and slow ones as soon as time passes at all. */
const TIME_SCALE = 1_000_000;

/** What may happen on the wire, and how often. */
export const WIRE_FAULTS = {
  'datagram lost': 0.04,
  'connection refused': 0.03,
  'connection reset': 0.05,
} as const;
export type WireFault = keyof typeof WIRE_FAULTS;
/** A connection that is reset lasts for at most so many writes of the server. */
const LAST_WRITE = 6;

const tellTruth = truthTeller(SEED);

/** Addresses of whose servers one can learn the truth. */
export const LISTED_ADDRESSES = Array.from(addresses(SEED, LISTED), tellTruth).filter(
  ({ undecidable }) => !undecidable,
);
const LISTED_NAMES = new Set(LISTED_ADDRESSES.map(({ email }) => email));

export const isListed = (address: string): boolean => LISTED_NAMES.has(address);

/**
 * @param random uniform in [0, 1)
 * @param injected hears of each fault
 */
export function createMailInternet(
  clock: TestClock,
  random: () => number,
  injected: (fault: WireFault) => void,
): Wire {
  const world = new World(SEED);
  const tally = new Tally(world);
  const now = () => clock.now();
  const network = new Network(0, TIME_SCALE);
  const answerer = new Answerer(world, tally);
  const serve = createHosts(
    { world, tally, greylist: new Greylist(GREYLIST_MS, now) },
    network,
    now,
  );
  let events = 0;
  const happened = (): void => {
    events += 1;
  };
  const occurs = (fault: WireFault): boolean => {
    const isSo = random() < WIRE_FAULTS[fault];
    if (isSo) injected(fault);
    return isSo;
  };

  return {
    events: () => events,

    ask(packet) {
      happened();
      return occurs('datagram lost') ? undefined : answerer.answer(packet, 'udp');
    },

    dial(host) {
      const client = '127.0.0.1';
      const near = new WireSocket(client, host, happened);
      if (occurs('connection refused')) {
        near.destroy(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
        return near;
      }
      let left = occurs('connection reset')
        ? Math.ceil(random() * LAST_WRITE)
        : Number.POSITIVE_INFINITY;
      const far = new WireSocket(host, client, () => {
        happened();
        left -= 1;
        if (left === 0) far.resetAndDestroy();
      });
      WireSocket.tie(near, far);
      setImmediate(() => {
        happened();
        near.emit('connect');
        serve(far.asSocket);
      });
      return near;
    },
  };
}
