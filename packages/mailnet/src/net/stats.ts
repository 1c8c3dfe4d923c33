import type { Domain, SimulatedInternet } from './simulated-internet.ts';

export type Transport = 'udp' | 'tcp';

/** Counts for one domain: a few numbers and a bitmap, with no object per mailbox. */
export interface DomainStats {
  dialed: boolean;
  resolved: boolean;
  greylisting: GreylistRounds | undefined;
  /** One bit per listed mailbox, set by a RCPT command for it; `distinct` counts these bits. */
  named: Uint8Array;
  distinct: number;
}

/**
 * Number of greylisting rounds of a domain: the first attempt, and each retry after the required
 * delay. Only the first deferred mailbox counts, so that a long list that is checked slowly does
 * not count as several rounds.
 */
interface GreylistRounds {
  sampleRecipient: number;
  rounds: number;
}

/** Maximum size of `otherQuestions`, to limit memory. */
const MAX_NAMES = 200_000;
/** Maximum distinct mailboxes counted per domain; no realistic list exceeds it. */
const MAX_MAILBOXES = 1 << 24;

const zeroCounts = () => ({
  connections: 0,
  open: 0,
  /** Sessions that a client closed without MAIL or RCPT, although the server rejected nothing. */
  idle: 0,
  /** TCP payload of closed SMTP connections in octets, as seen by the server; includes TLS. */
  bytes: { received: 0, sent: 0 },
  commands: {} as Record<string, number>,
  /** RCPT commands for listed mailboxes, including repetitions. */
  recipients: 0,
  /** RCPT commands for unlisted local parts, such as a verifier's random recipient. */
  probes: 0,
  dns: {
    /** UDP queries, without retries of failed ones. */
    queries: 0,
    byType: {} as Record<string, number>,
  },
});

export interface Stats {
  /** Questions for TXT, and for the MX of names that are not mail domains of the simulation. */
  readonly otherQuestions: ReadonlySet<string>;
  /** Counts per domain, keyed by `Domain.index`. */
  readonly domains: ReadonlyMap<number, DomainStats>;
  readonly counts: ReturnType<typeof zeroCounts>;
  /** Resets the counts to zero, except for the open connections. */
  reset(): void;
  opened(): void;
  /** Records a closed connection, with the TCP payload that it carried, in octets. */
  closed(bytes?: { received?: number; sent?: number }): void;
  idled(): void;
  connected(index: number): void;
  command(verb: string): void;
  /** Records a RCPT command; `ordinal` is undefined if the local part is not listed. */
  recipient(domain: Domain, ordinal: number | undefined): void;
  /**
   * Records a greylisted RCPT command.
   * @param isRetry whether it repeats an earlier one after the required delay
   */
  greylisted(domain: Domain, ordinal: number | undefined, isRetry: boolean): void;
  question(name: string, type: string, transport: Transport, failed?: boolean): void;
}

export function createStats(world: Pick<SimulatedInternet, 'named'>): Stats {
  /** Questions to which the response was SERVFAIL or silence. */
  const failures = new Set<string>();
  let counts = zeroCounts();
  const otherQuestions = new Set<string>();
  const domains = new Map<number, DomainStats>();

  const domainAt = (index: number): DomainStats => {
    const count = domains.get(index) ?? {
      dialed: false,
      resolved: false,
      greylisting: undefined,
      named: new Uint8Array(16),
      distinct: 0,
    };
    domains.set(index, count);
    return count;
  };

  return {
    otherQuestions,
    domains,
    get counts() {
      return counts;
    },

    reset() {
      counts = { ...zeroCounts(), open: counts.open };
      for (const collection of [failures, otherQuestions, domains]) collection.clear();
    },

    opened() {
      counts.connections++;
      counts.open++;
    },

    closed({ received = 0, sent = 0 } = {}) {
      counts.bytes.received += received;
      counts.bytes.sent += sent;
      counts.open--;
    },

    idled: () => void counts.idle++,

    connected(index) {
      domainAt(index).dialed = true;
    },

    command: (verb) => increment(counts.commands, verb),

    recipient({ index }, ordinal) {
      if (ordinal === undefined) {
        counts.probes++;
        return;
      }
      counts.recipients++;
      if (ordinal < MAX_MAILBOXES) mark(domainAt(index), ordinal);
    },

    greylisted({ index }, ordinal, isRetry) {
      if (ordinal === undefined) return;
      const count = domainAt(index);
      if (!count.greylisting) count.greylisting = { sampleRecipient: ordinal, rounds: 1 };
      else if (isRetry && count.greylisting.sampleRecipient === ordinal) count.greylisting.rounds++;
    },

    question(name, type, transport, failed = false) {
      const { dns } = counts;
      const question = `${type} ${name}`;
      increment(dns.byType, type);
      if (transport === 'udp' && !(failed && failures.has(question))) dns.queries++;
      if (failed) failures.add(question);
      const domain = world.named(name);
      if (domain) domainAt(domain.index).resolved = true;
      if ((type === 'TXT' || (type === 'MX' && !domain)) && otherQuestions.size < MAX_NAMES)
        otherQuestions.add(question);
    },
  };
}

function increment(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

function mark(count: DomainStats, ordinal: number): void {
  const byte = ordinal >> 3;
  if (byte >= count.named.length) {
    const larger = new Uint8Array(Math.max(byte + 1, count.named.length * 2));
    larger.set(count.named);
    count.named = larger;
  }
  const before = count.named[byte] ?? 0;
  const after = before | (1 << (ordinal & 7));
  if (after === before) return;
  count.named[byte] = after;
  count.distinct++;
}
