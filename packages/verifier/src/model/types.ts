/** The types of the engine's interface. */
import type { FactStore } from './facts.ts';
import type { LeaseStore, Priority } from './leases.ts';

export type Status = 'deliverable' | 'undeliverable' | 'risky' | 'unknown';

/** The reason of a verdict. A closed union: a consumer can switch over it exhaustively. */
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

/** Why an address could not be found out. */
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
  /** The domain accepts every recipient, so acceptance proves nothing. */
  catch_all: boolean;
  /** Accepted, but the server gave no clear answer on whether it accepts every recipient. */
  catch_all_unknown: boolean;
  /** A throw-away mailbox, by its domain or by the hosts that take its mail. */
  disposable: boolean;
  /** A function rather than a person: info@, support@ … */
  role: boolean;
  /** A free mailbox provider's domain. */
  free: boolean;
  mailbox_full: boolean;
  /** A subaddress (RFC 5233): ada+news@ … */
  tagged: boolean;
  /** Its mail first goes through a company that filters it. */
  gateway: boolean;
  /** A domain that is for sale or out of use: its mail goes to a parking service, or nowhere. */
  parked: boolean;
  /** No DMARC record, as the DNS says; false where there is one, or where that is not known. */
  no_dmarc: boolean;
}

export interface ReplyEvidence {
  stage: Stage;
  /** Basic code of RFC 5321 §4.2; absent if there was no reply. */
  code?: number;
  /** Enhanced status code of RFC 3463, such as `5.1.1`. */
  enhanced?: string;
  /** The server's text: lines joined by a space, no control characters, at most 512 characters. */
  text: string;
}

export interface Verdict {
  /** The address as it was given. */
  email: string;
  status: Status;
  reason: Reason;
  /** The confidence in `status`, from 0 to 1. */
  confidence: number;
  flags: Readonly<Flags>;
  /** A likely intended address; never changes the verdict. */
  suggestion?: string;
  /** The mail host that was asked, in lower case and without a final dot. */
  mx?: string;
  /** Provider id from the provider table, such as `google`. */
  provider?: string;
  /** The EHLO name of our egress address by which the host was asked, or would have been. */
  egress?: string;
  reply?: ReplyEvidence;
  /** Seconds since that was found out which is remembered of the domain, if it decides. */
  fact_age_s?: number;
  /** Seconds after which another attempt may bring a verdict; only if `unknown`. */
  retry_after_s?: number;
}

export interface HostPort {
  host: string;
  port: number;
}

/** An egress address of ours, and how SMTP connections get out by it. */
export type Egress = {
  /** Its name in EHLO, and in facts, leases and verdicts: the PTR record of the address. */
  helo: string;
} & (
  | { kind: 'direct'; localAddress?: string }
  | { kind: 'socks5'; host: string; port: number; username?: string; password?: string }
);

/** What has become of an egress address that is one of several. */
export interface EgressEvent {
  /** Taken out because many providers block it, back again, or out of order at this end. */
  kind: 'blocked' | 'back' | 'down';
  /** Its name. */
  egress: string;
  /** The providers that block it, or what failed. */
  detail: string;
}

/** Where an error came from that the engine survived. */
export type ErrorSource = 'session' | 'facts' | 'leases';

export interface VerifierConfig {
  dns: {
    /** Recursive resolvers, tried in order; one that is silent comes last from then on. */
    servers: readonly HostPort[];
  };
  smtp: {
    /** 25 on the internet; another port on a simulated one. */
    port: number;
    /** Our address in MAIL FROM; it has to exist. */
    mailFrom: string;
  };
  /** Our egress addresses, of one family. Without any, what needs SMTP is `egress_off`. */
  egress: readonly Egress[];
  /**
   * Days in which a new egress address beside others gets to all its sessions. It needs facts that
   * last; absent or 0: all at once.
   */
  warmUpDays?: number;
  /** Hears what becomes of egress addresses, to log it. */
  onEgress?: (event: EgressEvent) => void;
  /**
   * Domains that many others keep running. When hosts or names fail one after the other, they are
   * tried before that counts as an outage of ours; without any it counts as one.
   */
  controls?: readonly string[];
  /** Lifts the SSRF guard. Only for a simulated internet on loopback. */
  allowPrivate: boolean;
  /** SMTP connections open at once, over all domains. A connection counts until it is closed. */
  concurrency: number;
  facts: FactStore;
  /**
   * Only if several processes share an egress address: bounds their sessions at a provider
   * together. Without it each process counts its own.
   */
  leases?: {
    store: LeaseStore;
    /** Identifies this process among those that share the store. */
    holder: string;
  };
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Uniform in [0, 1). */
  random: () => number;
  /** Divides every delay before another attempt: 1 on the internet, larger on a simulated one. */
  timeScale: number;
  /**
   * Gets every error after which the engine goes on, to log it. A store that fails costs time. A
   * session that throws is a fault of the engine: what it was to ask is unknown, `server_error`.
   */
  onError: (source: ErrorSource, error: unknown) => void;
  /** Receives every step, for explanations. Leave it out otherwise, because it takes time. */
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
  /** The verdict of an address, and the rule that decided it: the reply table's, or our own. */
  | { kind: 'decision'; email: string; status: Status; reason: Reason; rule: string };

/** What a verifier has sent since it was made. */
export interface Counters {
  connections: number;
  recipients: number;
  /** Random recipients, which find out catch-all domains. */
  probes: number;
  dns: {
    /** Queries sent for the first time. */
    queries: number;
    /** Queries sent again, after a time-out, SERVFAIL or REFUSED. */
    retries: number;
    /** Queries sent again over TCP, after a truncated answer. */
    tcpFallbacks: number;
    /** Queries answered from the cache. */
    cached: number;
  };
}

export interface RunOptions {
  /** Milliseconds since the epoch. An address without a verdict by then is `not_answered`. */
  deadline?: number;
  /** How often these were asked before, which decides the next delay and the egress address. */
  attempt?: number;
  /** Sessions of a higher priority come first; 0 if absent. */
  priority?: Priority;
  /**
   * Identifies the customer whose addresses these are. Customers share the sessions at a provider
   * equally, and what the servers of one say closes nothing for the others.
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
   * Verifies addresses within a window of bounded size, so the input may be endless. Yields exactly
   * one verdict for each input, in the order in which they become known and as many at a time as
   * there are. Starts with the first iteration. Nothing that a network or an address does makes it
   * throw.
   */
  verify(
    addresses: Iterable<string> | AsyncIterable<string>,
    options?: RunOptions,
  ): AsyncIterable<readonly IndexedVerdict[]>;
  readonly counters: Counters;
  /** Ends every run, gives its open addresses `not_answered`, and closes every socket. */
  close(): Promise<void>;
}
