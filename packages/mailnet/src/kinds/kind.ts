/**
 * What a kind of domain is made of: how its zone answers and how its mail server behaves. Truth,
 * DNS and SMTP all read these same rows, so they cannot disagree.
 */

/** What has become of one listed mailbox. `busy` takes mail, but says 450 to one asker too many. */
export type MailboxState = 'open' | 'busy' | 'full' | 'disabled' | 'absent';

/** Percent of the listed mailboxes in each state; the rest is open. */
export type Shares = Partial<Record<Exclude<MailboxState, 'open'>, number>>;

/** The words of a verdict, which every verifier of this kind shares. */
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
 * Reply templates hold whole wire lines, parted by `\n` where a reply has several. Filled in:
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
  /** No client can tell the mailbox's state, and a reader of the replies may judge otherwise. */
  undecidable?: true;
}

export interface Server {
  extensions: readonly Extension[];
  mailboxes: Shares;
  replies: Replies;
  firstIsOpen?: true;
  acceptsAll?: true;
  refusal?: Refusal;
  /** Breaks the connection at every first recipient. */
  breaks?: 'close' | 'reset';
  heloOnly?: true;
  /** `broken`: required, and the handshake fails after 220. */
  starttls?: 'offered' | 'required' | 'broken';
  /** Where TLS is demanded, and by which words; MAIL and 530 if absent. */
  demand?: { stage: 'mail' | 'rcpt'; reply: string };
  /**
   * First sight of (client, sender, recipient) is put off. `unknownFirst`: absent mailboxes are
   * refused at once. `forever`: so is every later sight, as where the hosts behind a name share no
   * memory.
   */
  greylist?: { reply: string; unknownFirst: boolean; forever?: true };
  /** Recipients a transaction takes before it says 452. */
  perTransaction?: { max: number; reply: string };
  /** Recipients a connection takes, a number of the range by domain, and how it ends then. */
  perConnection?: {
    range: readonly [number, number];
    end: { say: string } | { refuse: string } | 'close';
  };
  /** Recipients a client may name in a minute, over all its connections. */
  perMinute?: { max: number; reply: string };
  /** To every recipient of a client that has ended no connection yet, as postscreen's deep tests. */
  firstContact?: string;
  /** A first line of the greeting, sent at once. Who talks before the last one is cut off. */
  banner?: string;
  /** Milliseconds before the first refusal of a connection; before each further one twice as many. */
  tarpit?: number;
  /** Keeps its replies until all commands that have come are answered (RFC 2920 §3.2 allows it). */
  withholds?: true;
  /** `Ada` is another mailbox than `ada` (RFC 5321 §2.4). */
  caseSensitive?: true;
  /** Connections of one client at once, over all domains of a shared host. */
  simultaneous?: { max: number; reply: string };
  /** Milliseconds a command takes, before time scaling. */
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
 * Mail hosts that many domains point at, as of a provider, in preference order; equal numbers are
 * equal preferences. `*` is the domain in dashes. IPv4 unless said.
 */
export type SharedHosts = readonly (readonly [preference: number, name: string, family?: 'ipv6'])[];

export interface Variant {
  zone: Zone;
  /** Absent where no mail server can be reached. */
  server?: Server;
  shared?: SharedHosts;
}

export interface Kind {
  id: string;
  /** Places in every block of domains: its share of domains, and so of addresses. */
  slots: number;
  /** A domain is of one of these, by its hash. */
  variants: readonly [Variant, ...Variant[]];
  /** All slots of the kind fall on these few domains, so that some domains are large. */
  crowd?: readonly string[];
  disposable?: true;
  /** Whoever has a plain name has a mailbox there; by the number of its slots no list names one. */
  wellKnown?: true;
  /** Names with letters beyond ASCII. */
  international?: true;
}

/** A kind as most are: with two slots. */
export const kind = (id: string, variants: Kind['variants'], more: Partial<Kind> = {}): Kind => ({
  id,
  slots: 2,
  variants,
  ...more,
});

/** A domain with one mail server of its own. */
export const own = (server: Server): Variant => ({ zone: 'own-mx', server });
