/**
 * Definitions of the kinds of domains: how a zone responds and how its mail server behaves.
 * Expected verdicts, DNS and SMTP use the same definitions, so they cannot disagree.
 */

/**
 * State of a mailbox in the generated list. `busy` accepts mail, but replies 450 because it
 * currently receives too much.
 */
export type MailboxState = 'open' | 'busy' | 'full' | 'disabled' | 'absent';

/** Percentage of the listed mailboxes in each state; the remaining mailboxes are open. */
export type MailboxShares = Partial<Record<Exclude<MailboxState, 'open'>, number>>;

export type Status = 'deliverable' | 'undeliverable' | 'risky' | 'unknown';
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
  | 'dns_error';

export type SmtpExtension =
  | 'PIPELINING'
  | 'SIZE 35882577'
  | '8BITMIME'
  | 'ENHANCEDSTATUSCODES'
  | 'SMTPUTF8'
  | 'DSN'
  | 'VRFY'
  | 'HELP';

/** Complete wire lines, separated by `\n`. Placeholders: {host} {rcpt} {sender} {client} {id}. */
export interface ReplyTemplates {
  greeting: string;
  open: string;
  absent: string;
  full: string;
  disabled: string;
  busy: string;
}

/**
 * A rejection of every client at one stage of the dialogue, and the reason that it implies. After a
 * 421, the server closes the connection (RFC 5321 §3.8).
 */
export interface Refusal {
  stage: 'greeting' | 'ehlo' | 'mail' | 'rcpt';
  reply: string;
  reason: Reason;
  /** Whether no client can determine the mailbox's state. Any verdict is then accepted. */
  undecidable?: true;
}

export interface ServerProfile {
  extensions: readonly SmtpExtension[];
  mailboxes: MailboxShares;
  replies: ReplyTemplates;
  firstIsOpen?: true;
  acceptsAll?: true;
  refusal?: Refusal;
  dropsAtRecipient?: 'close' | 'reset';
  heloOnly?: true;
  /** `broken`: TLS is required, but the handshake fails after 220. */
  starttls?: 'offered' | 'required' | 'broken';
  /** The stage at which TLS is required, and the reply; MAIL and 530 if absent. */
  tlsRequirement?: { stage: 'mail' | 'rcpt'; reply: string };
  /**
   * Defers a triplet (client, sender, recipient) for four minutes from its first attempt.
   * `rejectsUnknown`: rejects absent mailboxes immediately. `forever`: also defers every later
   * attempt, like a pool of hosts without shared state.
   */
  greylist?: { reply: string; rejectsUnknown: boolean; forever?: true };
  /** Maximum recipients per transaction, and the reply to further ones, such as 452. */
  perTransaction?: { max: number; reply: string };
  /** Maximum recipients per connection, chosen from `range` by domain, and how it is enforced. */
  perConnection?: {
    range: readonly [number, number];
    end: { closeWith: string } | { rejectWith: string } | 'close';
  };
  /** Maximum recipients of one client per minute, over all its connections. */
  perMinute?: { max: number; reply: string };
  /**
   * Reply to all recipients until a client's first connection has ended, like postscreen's deep
   * protocol tests.
   */
  firstContact?: string;
  /** First line of the greeting. A client that sends before the last line is disconnected. */
  banner?: string;
  /** Milliseconds before a connection's first rejection; doubles with each further one. */
  tarpit?: number;
  /** Whether replies are withheld until all received commands are processed (RFC 2920 §3.2). */
  withholds?: true;
  /**
   * Local part of an address to which Postfix's DISCARD applies, which "affects all recipients of
   * the message" (access(5)): it and all later recipients of its transaction are accepted.
   */
  discards?: string;
  /** Number of unknown users after which a connection rejects everyone as unknown. */
  harvestLimit?: number;
  /**
   * The server mishandles commands that arrive together, although it offers PIPELINING.
   * `first-only`: all but the first are lost, which RFC 2920 §3.2 forbids, as filters do that read
   * one command per packet. `reversed`: recipients get their replies in reverse order. `silent`:
   * rejected recipients get no reply.
   */
  brokenPipelining?: 'first-only' | 'reversed' | 'silent';
  /**
   * Limits in the EHLO response (RFC 9422 §4): MAIL commands per connection (enforced with 421),
   * RCPT commands per transaction (enforced by `perTransaction` or `perConnection`), and domains of
   * recipients per connection (452).
   */
  limits?: { MAILMAX?: number; RCPTMAX?: number; RCPTDOMAINMAX?: number };
  /** Whether `Ada` and `ada` are different mailboxes (RFC 5321 §2.4). */
  caseSensitive?: true;
  /** Maximum concurrent connections per client; the shared hosts of a variant count together. */
  clientConnections?: { max: number; reply: string };
  /** Delays of replies in milliseconds, before time scaling. */
  pace?: { greeting: number; command: number; recipient: number };
}

export type DnsSetup =
  | 'own-mx'
  | 'address-only'
  | 'null-mx'
  | 'no-records'
  | 'nonexistent'
  | 'failing'
  | 'silent'
  | 'dead-first'
  | 'all-dead'
  | 'missing-first'
  | 'all-missing'
  | 'alias-mx'
  | 'dead-ipv6'
  | 'many-mx'
  | 'shared-mx';

/**
 * Mail hosts that many domains share, such as a provider's, in order of preference; equal numbers
 * are equal preferences. `*` stands for the domain with dashes instead of dots. IPv4 unless
 * specified.
 */
export type SharedHosts = readonly (readonly [preference: number, name: string, family?: 'ipv6'])[];

export interface DomainVariant {
  zone: DnsSetup;
  /** Absent if the domain has no reachable mail server. */
  server?: ServerProfile;
  shared?: SharedHosts;
}

export interface DomainKind {
  id: string;
  /** Number per block, which the simulated network repeats; sets the kind's share of domains. */
  slots: number;
  /** Each domain has one of these variants, chosen by hash. */
  variants: readonly [DomainVariant, ...DomainVariant[]];
  /** The few domains that share all slots of the kind, which makes them large. */
  largeDomains?: readonly string[];
  disposable?: true;
  /**
   * Whether these are real, well-known domains such as gmail.com, at which each plausible local
   * part has a mailbox. The kind has no slots, so generated lists do not include it.
   */
  wellKnown?: true;
  /** Whether domain names contain non-ASCII letters. */
  international?: true;
}

export const defineKind = (
  id: string,
  variants: DomainKind['variants'],
  more: Partial<DomainKind> = {},
): DomainKind => ({
  id,
  slots: 2,
  variants,
  ...more,
});

export const dedicatedServer = (server: ServerProfile): DomainVariant => ({
  zone: 'own-mx',
  server,
});
