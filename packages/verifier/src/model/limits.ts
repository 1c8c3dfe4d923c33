/** Default limits of the engine, for use on the internet. Times are in milliseconds. */
export const DEFAULT_LIMITS = {
  /** Time to connect to one address, including the handshake with a proxy. */
  connectMs: 8_000,
  /** Time from the command or previous reply to a complete reply. Single bytes do not extend it. */
  replyMs: 30_000,
  /**
   * Replaces `replyMs` while another customer, or a run of higher priority, waits for a connection.
   */
  contestedReplyMs: 10_000,
  tlsMs: 15_000,
  /** Maximum duration of a connection. If it got replies, a new connection continues its work. */
  sessionMs: 600_000,
  /** Time from QUIT to the connection's end, and from a run's last verdict to its last QUIT. */
  quitMs: 2_000,
  /** Maximum octets of one reply line, with CRLF (RFC 5321 §4.5.3.1.5). */
  replyLineOctets: 512,
  replyLines: 64,
  /** Maximum, unless the provider table or a fact has a lower number. */
  recipientsPerTransaction: 20,
  /**
   * Work that justifies another session, measured as the expected time to check the recipients
   * without a reply. At 20 seconds, a domain takes less than a minute if the pace allows enough
   * sessions.
   */
  workPerSessionMs: 20_000,
  /**
   * Target duration of a command group (RFC 2920), by the measured time per recipient. A slow
   * server gets small groups, so that other sessions can take over waiting recipients.
   */
  groupMs: 5_000,
  /** Time per recipient from which all sessions that the work needs are opened immediately. */
  slowRecipientMs: 1_000,
  /** A reply that takes this long, and about twice as long as earlier ones, indicates a tarpit. */
  slowReplyMs: 5_000,
  /** Expected time of a tarpit's next reply from which the connection is closed without QUIT. */
  tarpitReplyMs: 15_000,
  /**
   * Size of the first command group at a destination, before we know how slow the server is and
   * whether it requires TLS. Complete groups let it grow. A server that takes 5 seconds for a
   * recipient and withholds the replies of a group must not exceed `replyMs`.
   */
  firstGroup: 2,
  /** Consecutive connections without a new reply after which a domain is abandoned. */
  maxFailedConnections: 2,
  /** Time for which a mail host's address is not retried after a failed connection. */
  deadHostMs: 60_000,

  /** Maximum addresses of a run whose verdicts the caller has not taken yet. Limits memory. */
  window: 131_072,
  /** Maximum addresses in the cache that prevents checking an address twice. Limits memory. */
  remembered: 32_768,
  /** Maximum destinations waiting for a session before domain lookups pause. Limits memory. */
  destinationsAhead: 8_192,
  /** Addresses read before their domains are contacted, so that each domain is contacted once. */
  batch: 65_536,
  /** Time after which a smaller `batch` is verified, if the source is slow. */
  batchLingerMs: 250,

  dnsTimeoutMs: 2_000,
  /** Maximum times a query is sent, over all servers. */
  dnsAttempts: 3,
  dnsInFlight: 128,
  /** Maximum cached names per record type. */
  dnsCache: 50_000,
  /** Maximum mail hosts of a domain that are tried (RFC 5321 §5.1 permits a limit). */
  mailHosts: 10,
  /** Maximum mail hosts of a domain that are looked up, including hosts that do not resolve. */
  mailHostLookups: 50,
  addressesPerHost: 4,
  cnameHops: 8,

  /** Consecutive failures at different hosts within a run that suggest an outage on our side. */
  breakerFailures: 64,
  breakerOpenMs: 30_000,
};

export type Limits = Readonly<typeof DEFAULT_LIMITS>;
