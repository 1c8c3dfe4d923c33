import type { FactStore } from './facts.ts';
import type { LeaseStore, Priority } from './leases.ts';

export type Status = 'deliverable' | 'undeliverable' | 'risky' | 'unknown';

/** The reason for a verdict. A closed union: a consumer can switch over it exhaustively. */
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
  | UnknownReason;

export type UnknownReason =
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
  /** Whether the domain accepts every recipient, so that acceptance proves nothing. */
  catch_all: boolean;
  /** Whether the server accepted the address but gave no clear reply for a random one. */
  catch_all_unknown: boolean;
  /** Whether the mailbox is throw-away, judging by its domain or mail hosts. */
  disposable: boolean;
  /** Whether the local part names a function rather than a person: info@, support@ … */
  role: boolean;
  free: boolean;
  mailbox_full: boolean;
  /** Whether the address is a subaddress (RFC 5233): ada+news@ … */
  tagged: boolean;
  /** Whether a filtering company receives the domain's mail first. */
  gateway: boolean;
  /** Whether the domain is for sale or unused: a parking service, or nobody, receives its mail. */
  parked: boolean;
  /** Whether DNS has no DMARC record; false if there is one, or if that is unknown. */
  no_dmarc: boolean;
}

export interface ReplyEvidence {
  stage: Stage;
  /** Basic code of RFC 5321 §4.2; undefined if there was no reply. */
  code?: number;
  /** Enhanced status code of RFC 3463, such as `5.1.1`. */
  enhanced?: string;
  /** The server's text: lines joined by a space, no control characters, at most 512 characters. */
  text: string;
}

export interface Verdict {
  email: string;
  status: Status;
  reason: Reason;
  /** From 0 to 1. */
  confidence: number;
  flags: Readonly<Flags>;
  /** A likely intended address; never changes the verdict. */
  suggestion?: string;
  /** The mail host that was contacted, in lower case and without the trailing dot. */
  mx?: string;
  /** Provider id from the provider table, such as `google`. */
  provider?: string;
  /** EHLO name of the egress address that contacted the host, or would have contacted it. */
  egress?: string;
  reply?: ReplyEvidence;
  /** Age in seconds of the stored fact about the domain, if the verdict relies on one. */
  fact_age_s?: number;
  /** Seconds after which another attempt may yield a better verdict; only if `unknown`. */
  retry_after_s?: number;
}

export interface HostPort {
  host: string;
  port: number;
}

/** One of our egress addresses, and how SMTP connections use it. */
export type Egress = {
  /** Name in EHLO, facts, leases and verdicts: the PTR record of the address. */
  helo: string;
} & (
  | { kind: 'direct'; localAddress?: string }
  | { kind: 'socks5'; host: string; port: number; username?: string; password?: string }
);

/** A change in the state of an egress address; reported only if there are several. */
export interface EgressEvent {
  /**
   * `blocked`: many providers block the address, so it is only used for trials. `back`: it is in
   * normal use again. `down`: connections from it fail on our side.
   */
  kind: 'blocked' | 'back' | 'down';
  egress: string;
  /** The providers that block it, or what failed. */
  detail: string;
}

/** The source of an error that the engine survived. */
export type ErrorSource = 'session' | 'facts' | 'leases';

export interface VerifierConfig {
  dns: {
    /** Recursive resolvers, tried in order; a silent one moves to the end. */
    servers: readonly HostPort[];
  };
  smtp: {
    /** 25 on the internet; another port on a simulated one. */
    port: number;
    /** Our address in MAIL FROM, which must exist. */
    mailFrom: string;
  };
  /**
   * Egress addresses, all of one address family. If empty, every verdict that needs SMTP is
   * `egress_off`.
   */
  egress: readonly Egress[];
  /**
   * Days until a new egress address may use all sessions; a single address may do so immediately.
   * Requires persistent facts.
   */
  warmUpDays?: number;
  onEgress?: (event: EgressEvent) => void;
  /**
   * Control domains with MX records, run by reliable third parties. The engine trusts a resolver's
   * response that a name or record does not exist only if the resolver finds one of them. After
   * failures of several hosts or names, it tries them before it assumes an outage on our side.
   * Without control domains, every such name is `dns_error`, and the engine assumes the outage
   * immediately.
   */
  controls?: readonly string[];
  /** Disables the SSRF guard. Only for a simulated internet on loopback. */
  allowPrivate: boolean;
  /** Maximum open SMTP connections, over all domains. A connection counts until it is closed. */
  concurrency: number;
  facts: FactStore;
  /** Shares a provider's sessions between processes. If absent, each uses the full limit. */
  leases?: {
    store: LeaseStore;
    /** Identifies this process among the processes that share the store. */
    holder: string;
  };
  /** Returns epoch milliseconds. */
  now: () => number;
  /** Returns a uniformly distributed number in [0, 1). */
  random: () => number;
  /** Divides every delay before another attempt: 1 on the internet, larger on a simulated one. */
  timeScale: number;
  /**
   * Called with every error that the engine survives, for logging. A failing store only slows runs
   * down. A session that throws is a defect of the engine: its recipients get `unknown`,
   * `server_error`.
   */
  onError: (source: ErrorSource, error: unknown) => void;
  /** Called with every step, to explain verdicts. Omit it otherwise, because it takes time. */
  trace?: (event: TraceEvent) => void;
}

/** One step of the engine, at the time it happens. It contains addresses: never log it. */
export type TraceEvent =
  /** The mail hosts of a domain, or why it has none. */
  | { kind: 'route'; domain: string; text: string }
  /** A line of the SMTP dialogue, or a note on the connection. `session` counts from 1. */
  | {
      kind: 'dialogue';
      session: number;
      host: string;
      direction: 'sent' | 'received' | 'note';
      text: string;
    }
  /**
   * The verdict for an address, and the rule that decided it: from the reply table, or one of the
   * engine's own.
   */
  | { kind: 'decision'; email: string; status: Status; reason: Reason; rule: string };

export interface Counters {
  connections: number;
  recipients: number;
  /** Number of random recipients, which detect catch-all domains. */
  probes: number;
  dns: {
    queries: number;
    /** Queries sent again because there was no usable reply, for example after a timeout. */
    retries: number;
    /** Queries sent again over TCP, after a truncated answer. */
    tcpFallbacks: number;
    cached: number;
  };
}

export interface RunOptions {
  /** Milliseconds since the epoch. An address without a verdict by then is `not_answered`. */
  deadline?: number;
  /** Number of earlier attempts, which decides the next delay and the egress address. */
  attempt?: number;
  /** Sessions of a higher priority come first. The default is 0. */
  priority?: Priority;
  /**
   * Identifies the customer. Customers share a provider's sessions equally. If only one customer's
   * recipients have met a block, the provider is closed for that customer only.
   */
  customer?: string;
  signal?: AbortSignal;
}

/** A verdict with the position of its address in the input of this run, counted from 0. */
export interface IndexedVerdict {
  index: number;
  verdict: Verdict;
}

export interface Verifier {
  /**
   * Verifies addresses within a window of limited size, so the input may be endless. Yields exactly
   * one verdict for each input, in groups as they become known. Starts with the first iteration. No
   * behavior of a network or an address makes it throw.
   */
  verify(
    addresses: Iterable<string> | AsyncIterable<string>,
    options?: RunOptions,
  ): AsyncIterable<readonly IndexedVerdict[]>;
  readonly counters: Counters;
  /** Stops every run, gives its open addresses `not_answered`, and closes every socket. */
  close(): Promise<void>;
}
