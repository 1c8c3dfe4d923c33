/** Limits of the engine on the internet. Times are in milliseconds. */
export const DEFAULT_LIMITS = {
  /** Time to connect to each address, over TCP and through a proxy. */
  connectMs: 8_000,
  /** Time from the command or previous reply to a complete reply. Bytes do not extend it. */
  replyMs: 30_000,
  /**
   * Replaces `replyMs` while another customer, or a run of higher priority, waits for a connection.
   */
  contestedReplyMs: 10_000,
  tlsMs: 15_000,
  /** Maximum duration of a connection. If it got replies, a new connection continues. */
  sessionMs: 600_000,
  /** Time from QUIT to the connection's end, and from a run's last verdict to its last QUIT. */
  quitMs: 2_000,
  /** Maximum octets of one reply line, with CRLF (RFC 5321 §4.5.3.1.5). */
  replyLineOctets: 512,
  replyLines: 64,
  /**
   * Maximum recipients of one transaction, unless the provider table or a fact has a lower number.
   */
  recipientsPerTransaction: 20,
  /**
   * Work that justifies one more session, as the expected duration of the recipients still without
   * a reply. At 30 seconds, a domain takes less than a minute if the pace allows the sessions.
   */
  workPerSessionMs: 30_000,
  /**
   * Target duration of a command group (RFC 2920), by the measured time per recipient. A slow
   * server gets small groups, so that other sessions can take over waiting recipients.
   */
  groupMs: 5_000,
  /** A reply this slow, and about twice as slow as earlier ones, shows a growing tarpit. */
  slowReplyMs: 5_000,
  /**
   * Recipients of the first group at a destination, before we know how slow the server is and
   * whether it requires TLS. A server that requires TLS counts each recipient as an error, and many
   * servers disconnect after 20 errors.
   */
  firstGroup: 8,
  /** Consecutive connections without a new reply after which a domain is abandoned. */
  maxFailedConnections: 2,
  /** Time for which an address is not retried after a failed connection. */
  deadHostMs: 60_000,

  /** Maximum addresses of a run whose verdicts have not been taken yet. Limits memory. */
  window: 131_072,
  /** Maximum addresses in the cache that prevents checking an address twice. Limits memory. */
  remembered: 32_768,
  /** Destinations that wait for a session before more domains are looked up. Limits memory. */
  destinationsAhead: 8_192,
  /** Addresses that are read before their domains are contacted, so that each is contacted once. */
  batch: 65_536,
  /** Time after which the addresses of a slow source are verified, even if they are fewer. */
  batchLingerMs: 250,

  dnsTimeoutMs: 2_000,
  /** Maximum times a query is sent, over all servers. */
  dnsAttempts: 3,
  dnsInFlight: 128,
  /** Maximum cached names per record type. */
  dnsCache: 50_000,
  /** Maximum mail hosts of a domain that are tried (RFC 5321 §5.1 sets no limit). */
  mailHosts: 10,
  /** Maximum mail hosts of a domain that are looked up: more than `mailHosts`, as some may be gone. */
  mailHostLookups: 50,
  addressesPerHost: 4,
  cnameHops: 8,

  /** Consecutive failures at different hosts within a run that suggest an outage on our side. */
  breakerFailures: 64,
  breakerOpenMs: 30_000,
};

export type Limits = Readonly<typeof DEFAULT_LIMITS>;
