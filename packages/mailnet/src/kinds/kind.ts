/**
 * Definition of a kind of domain: how its zone answers and how its mail server behaves. Truth, DNS
 * and SMTP all read these same rows, so they cannot disagree.
 */

/** State of a listed mailbox. `busy` accepts mail, but replies 450 to excess checks. */
export type MailboxState = 'open' | 'busy' | 'full' | 'disabled' | 'absent';

/** Percent of the listed mailboxes in each state; the rest is open. */
export type MailboxShares = Partial<Record<Exclude<MailboxState, 'open'>, number>>;

/** The vocabulary of verdicts, shared with every verifier of this kind. */
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

export type Extension =
  | 'PIPELINING'
  | 'SIZE 35882577'
  | '8BITMIME'
  | 'ENHANCEDSTATUSCODES'
  | 'SMTPUTF8'
  | 'DSN'
  | 'VRFY'
  | 'HELP';

/**
 * Reply templates hold whole wire lines, separated by `\n` if a reply has several. Placeholders:
 * {host} {rcpt} {sender} {client} {id}.
 */
export interface Replies {
  greeting: string;
  open: string;
  absent: string;
  full: string;
  disabled: string;
  busy: string;
}

/**
 * A server that refuses everybody at some point of the dialogue, and what that proves. After a 421
 * it closes the connection (RFC 5321 §3.8).
 */
export interface Refusal {
  stage: 'greeting' | 'ehlo' | 'mail' | 'rcpt';
  reply: string;
  reason: Reason;
  /** No client can determine the mailbox's state, so any other verdict is also accepted. */
  undecidable?: true;
}

export interface Server {
  extensions: readonly Extension[];
  mailboxes: MailboxShares;
  replies: Replies;
  firstIsOpen?: true;
  acceptsAll?: true;
  refusal?: Refusal;
  /** Breaks the connection at every first recipient. */
  dropsAtRecipient?: 'close' | 'reset';
  heloOnly?: true;
  /** `broken`: required, and the handshake fails after 220. */
  starttls?: 'offered' | 'required' | 'broken';
  /** The stage at which TLS is required, and the reply; MAIL and 530 if absent. */
  demand?: { stage: 'mail' | 'rcpt'; reply: string };
  /**
   * The first attempt of (client, sender, recipient) is deferred. `rejectsUnknown`: absent mailboxes
   * are refused at once. `forever`: every later attempt is deferred, too, as if the hosts behind a
   * name share no memory.
   */
  greylist?: { reply: string; rejectsUnknown: boolean; forever?: true };
  /** Recipients a transaction accepts before the reply, such as 452. */
  perTransaction?: { max: number; reply: string };
  /** Recipients a connection accepts (from the range, by domain), and how it then ends. */
  perConnection?: {
    range: readonly [number, number];
    end: { say: string } | { refuse: string } | 'close';
  };
  /** Recipients a client may name in a minute, over all its connections. */
  perMinute?: { max: number; reply: string };
  /** Reply to all recipients on a client's first connection, like postscreen's deep tests. */
  firstContact?: string;
  /** First greeting line, sent at once. A client that talks before the last is disconnected. */
  banner?: string;
  /** Milliseconds before the first refusal of a connection; doubled before each further one. */
  tarpit?: number;
  /** Withholds its replies until all received commands are answered (RFC 2920 §3.2 allows it). */
  withholds?: true;
  /** `Ada` is another mailbox than `ada` (RFC 5321 §2.4). */
  caseSensitive?: true;
  /** Connections of one client at once, over all domains of a shared host. */
  clientConnections?: { max: number; reply: string };
  /** Milliseconds per command, before time scaling. */
  pace?: { greeting: number; command: number; recipient: number };
}

export type Zone =
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
 * Mail hosts that many domains point at, such as a provider's, in preference order; equal numbers
 * are equal preferences. `*` is the domain with dashes. IPv4 unless specified.
 */
export type SharedHosts = readonly (readonly [preference: number, name: string, family?: 'ipv6'])[];

export interface Variant {
  zone: Zone;
  /** Absent if no mail server can be reached. */
  server?: Server;
  shared?: SharedHosts;
}

export interface Kind {
  id: string;
  /** Places in every block of domains: its share of domains, and so of addresses. */
  slots: number;
  /** Each domain has one of these, chosen by its hash. */
  variants: readonly [Variant, ...Variant[]];
  /** All slots of the kind fall on these few domains, so that some domains are large. */
  largeDomains?: readonly string[];
  disposable?: true;
  /** Whoever has a plain name has a mailbox there; by the number of its slots no list names one. */
  wellKnown?: true;
  /** Names with letters beyond ASCII. */
  international?: true;
}

/** A kind with two slots, as most have. */
export const kind = (id: string, variants: Kind['variants'], more: Partial<Kind> = {}): Kind => ({
  id,
  slots: 2,
  variants,
  ...more,
});

/** A domain with one mail server that no other domain uses. */
export const dedicatedServer = (server: Server): Variant => ({ zone: 'own-mx', server });
