import type { Domain, World } from './world.ts';

export type Transport = 'udp' | 'tcp';

/** How a question can fail to be answered. */
export type Failure = 'servfail' | 'silence';

/** What one domain has seen: a few numbers and a bitmap, nothing for each mailbox. */
export interface DomainStats {
  connections: number;
  /** RCPT commands for mailboxes of the list, repetitions included. */
  recipients: number;
  /** RCPT commands for local parts that are on no list. */
  probes: number;
  dnsQueries: number;
  greylisting: Rounds | undefined;
  /** A bit for each listed mailbox that was named, and how many are set. */
  named: Uint8Array;
  distinct: number;
}

/**
 * How often a client has come for a greylisting, not before its time. The first mailbox that was
 * put off stands for all, so that a list that is long in asking is no further round.
 */
interface Rounds {
  witness: number;
  rounds: number;
}

/** Strangers are told apart up to this number. */
const MAX_STRANGERS = 100_000;
/** Mailboxes beyond this number, on no list of a sane length, are not told apart. */
const MAX_NAMED = 1 << 24;

const nothing = () => ({
  connections: 0,
  ipv6Connections: 0,
  /** Most connections that were open at once. */
  peak: 0,
  /** TCP's payload of SMTP connections that were closed, by servers: TLS included, headers not. */
  bytes: { received: 0, sent: 0 },
  commands: new Map<string, number>(),
  recipients: 0,
  probes: 0,
  dns: {
    /** Over UDP, the retries below left out. */
    queries: 0,
    byType: new Map<string, number>(),
    /** Questions that had failed in that way before. */
    retries: { servfail: 0, silence: 0 },
    /** Over TCP, after a truncated answer or by choice. */
    tcp: 0,
    /** Names asked for MX that are no domain of the net. */
    strangers: new Set<string>(),
    /** Names asked for TXT. */
    texts: new Set<string>(),
    failed: new Set<string>(),
  },
  /** By place in the net. */
  domains: new Map<number, DomainStats>(),
});

/** Counts what clients do. */
export class Stats {
  readonly #world: World;
  #open = 0;
  #counts = nothing();

  constructor(world: World) {
    this.#world = world;
  }

  get counts(): Readonly<ReturnType<typeof nothing>> {
    return this.#counts;
  }

  /** Connections open now. */
  get open(): number {
    return this.#open;
  }

  /** Counts from zero again; what is open stays open. */
  reset(): void {
    this.#counts = nothing();
    this.#counts.peak = this.#open;
  }

  opened({ ipv6 = false } = {}): void {
    this.#counts.connections++;
    if (ipv6) this.#counts.ipv6Connections++;
    this.#counts.peak = Math.max(this.#counts.peak, ++this.#open);
  }

  /** Bytes of TCP's payload that the connection has carried. */
  closed({ received = 0, sent = 0 } = {}): void {
    this.#counts.bytes.received += received;
    this.#counts.bytes.sent += sent;
    this.#open--;
  }

  /** A connection concerns that domain; to be said once for each domain of a connection. */
  connected(index: number): void {
    this.#domain(index).connections++;
  }

  command(verb: string): void {
    add(this.#counts.commands, verb);
  }

  /** A RCPT command; `ordinal` is absent where the local part is on no list. */
  recipient({ index }: Domain, ordinal: number | undefined): void {
    const count = this.#domain(index);
    if (ordinal === undefined) {
      this.#counts.probes++;
      count.probes++;
      return;
    }
    this.#counts.recipients++;
    count.recipients++;
    if (ordinal < MAX_NAMED) mark(count, ordinal);
  }

  /** A mailbox was put off; `again`: it had been before, and the time to come again had come. */
  greylisted({ index }: Domain, ordinal: number | undefined, again: boolean): void {
    if (ordinal === undefined) return;
    const count = this.#domain(index);
    if (!count.greylisting) count.greylisting = { witness: ordinal, rounds: 1 };
    else if (again && count.greylisting.witness === ordinal) count.greylisting.rounds++;
  }

  question(name: string, type: string, transport: Transport, failure?: Failure): void {
    const { dns } = this.#counts;
    add(dns.byType, type);
    const key = `${type} ${name}`;
    if (transport === 'tcp') dns.tcp++;
    else if (failure && dns.failed.has(key)) dns.retries[failure]++;
    else dns.queries++;
    if (failure) dns.failed.add(key);
    if (type === 'TXT' && dns.texts.size < MAX_STRANGERS) dns.texts.add(name);
    const domain = this.#world.named(name);
    if (domain) this.#domain(domain.index).dnsQueries++;
    else if (type === 'MX' && dns.strangers.size < MAX_STRANGERS) dns.strangers.add(name);
  }

  #domain(index: number): DomainStats {
    let count = this.#counts.domains.get(index);
    if (!count) {
      count = {
        connections: 0,
        recipients: 0,
        probes: 0,
        dnsQueries: 0,
        greylisting: undefined,
        named: new Uint8Array(16),
        distinct: 0,
      };
      this.#counts.domains.set(index, count);
    }
    return count;
  }
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
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
