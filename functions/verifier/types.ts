/** The words of the engine. Nothing here knows AWS, HTTP or the rest of the product. */

export type Status = 'deliverable' | 'undeliverable' | 'risky' | 'unknown';

/** Why a verdict is what it is. A closed union: every consumer may switch over it exhaustively. */
export type Reason =
  | 'accepted'
  | 'catch_all'
  | 'mailbox_full'
  | 'disposable'
  | 'bad_syntax'
  | 'no_such_domain'
  | 'no_mail_server'
  | 'null_mx'
  | 'no_such_mailbox'
  | 'mailbox_disabled'
  | 'greylisted'
  | 'throttled'
  | 'ip_blocked'
  | 'sender_rejected'
  | 'policy'
  | 'server_unreachable'
  | 'server_error'
  | 'dns_error'
  | 'timeout'
  | 'not_answered'
  | 'egress_off';

/** The point of the SMTP dialogue at which a reply was read (RFC 5321 §3). */
export type Stage = 'connect' | 'ehlo' | 'mail' | 'rcpt';

export interface Flags {
  /** The domain accepts every recipient, so acceptance proves nothing. */
  catch_all: boolean;
  disposable: boolean;
  /** A function rather than a person: info@, support@ … */
  role: boolean;
  /** A free mailbox provider's domain. */
  free: boolean;
  mailbox_full: boolean;
}

export interface ReplyEvidence {
  stage: Stage;
  /** Basic code of RFC 5321 §4.2, absent when no reply could be read. */
  code?: number;
  /** Enhanced status code of RFC 3463, such as `5.1.1`. */
  enhanced?: string;
  /** The server's own text, lines joined by a space, control characters removed, at most 512 characters. */
  text: string;
}

export interface Verdict {
  /** The address exactly as it was given. */
  email: string;
  status: Status;
  reason: Reason;
  /** How sure the engine is of `status`, from 0 to 1. */
  confidence: number;
  flags: Readonly<Flags>;
  /** A likely intended address; never changes the verdict. */
  suggestion?: string;
  /** The mail host that was asked, lower case, without a final dot. */
  mx?: string;
  /** Provider id from the provider table, such as `google`. */
  provider?: string;
  reply?: ReplyEvidence;
  /** Seconds after which asking again may bring an answer; only on `unknown`. */
  retry_after_s?: number;
}

export interface HostPort {
  host: string;
  port: number;
}

/** How SMTP connections leave this machine. `off` answers `egress_off` wherever SMTP would be needed. */
export type Egress =
  | { kind: 'direct'; localAddress?: string }
  | { kind: 'socks5'; host: string; port: number; username?: string; password?: string }
  | { kind: 'off' };

/** What is remembered of a domain between runs. Every field is optional: absent means not known. */
export interface DomainFact {
  /**
   * Its mail hosts when the rest was learnt, of which alone that is believed: those of one preference
   * joined by `,` and the preferences by `;`.
   */
  mx?: string;
  /** Provider id of those hosts, from the provider table. */
  provider?: string;
  catchAll?: 'yes' | 'no' | 'unclear';
  /** Most recipients one transaction took before the server objected. */
  recipientCap?: number;
}

/** What is remembered of a provider as seen from one egress identity. */
export interface ProviderFact {
  /** Sessions at once the provider tolerated last. */
  pace?: number;
  /** Epoch milliseconds until which the provider is left alone. */
  blockedUntil?: number;
}

/**
 * Memory shared between runs: a Map in the CLI, a table in the cloud. Reads may be stale and writes
 * may be lost; neither may change a verdict, only its cost. What is put replaces what was there.
 * Implementations apply the TTL themselves and never throw: a failed read is `undefined`, a failed
 * write is dropped.
 */
export interface FactStore {
  domains(names: readonly string[]): Promise<ReadonlyMap<string, DomainFact>>;
  putDomain(name: string, fact: DomainFact, ttlSeconds: number): Promise<void>;
  provider(key: string): Promise<ProviderFact | undefined>;
  putProvider(key: string, fact: ProviderFact, ttlSeconds: number): Promise<void>;
}

export interface VerifierConfig {
  /** Recursive resolvers, tried in order. */
  dns: { servers: readonly HostPort[] };
  smtp: {
    /** 25 on the internet; another port on a simulated one. */
    port: number;
    /** Our name in EHLO: the PTR of the egress address. */
    helo: string;
    /** Reverse path of MAIL FROM: a real address of ours. */
    mailFrom: string;
  };
  egress: Egress;
  /** Lifts the SSRF guard. Only for a simulated internet on loopback. */
  allowPrivate: boolean;
  /** SMTP sessions open at once, over all domains. */
  concurrency: number;
  facts: FactStore;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Uniform in [0, 1). */
  random: () => number;
  /** Divides every delay before asking again: 1 on the internet, larger on a simulated one. */
  timeScale: number;
  /** Sees every step, for explanations. Costs time; leave it out otherwise. */
  trace?: (event: TraceEvent) => void;
}

/** One step of the engine, told while it happens. Holds addresses: never for logs. */
export type TraceEvent =
  /** Where mail of a domain goes, or why nowhere. */
  | { kind: 'route'; domain: string; text: string }
  /** A line of SMTP dialogue, or what happened to the connection. `session` counts from 1. */
  | {
      kind: 'dialogue';
      session: number;
      host: string;
      direction: 'sent' | 'received' | 'note';
      text: string;
    }
  /** What became of an address, and what settled it: a rule of the reply tables, or the engine's own. */
  | { kind: 'decision'; email: string; status: Status; reason: Reason; rule: string };

/** What a verifier has put on the wire since it was made. */
export interface Counters {
  connections: number;
  recipients: number;
  /** Random recipients, asked to unmask catch-all domains. */
  probes: number;
  dns: {
    /** Questions put on the wire for the first time. */
    queries: number;
    /** The same question again: after a time-out, SERVFAIL or REFUSED. */
    retries: number;
    /** Truncated answers asked again over TCP. */
    tcpFallbacks: number;
    /** Questions answered from memory. */
    cached: number;
  };
}

export interface RunOptions {
  /** Epoch milliseconds. What has no answer by then comes back `not_answered`. */
  deadline?: number;
  /** How often these addresses were asked before; picks the greylist delay and says when to give up. */
  attempt?: number;
  signal?: AbortSignal;
}

/** A verdict with the position of its address in the input of this run, counted from 0. */
export interface Answer {
  index: number;
  verdict: Verdict;
}

export interface Verifier {
  /**
   * Verifies addresses in windows of bounded size, so the input may be endless. Yields exactly one
   * answer for each input, in the order in which answers become known and as many at a time as
   * are. Never throws for anything a network or an address does.
   */
  verify(
    addresses: Iterable<string> | AsyncIterable<string>,
    options?: RunOptions,
  ): AsyncIterable<readonly Answer[]>;
  readonly counters: Counters;
  /** Ends every run, its open addresses `not_answered`, and closes every socket. */
  close(): Promise<void>;
}
