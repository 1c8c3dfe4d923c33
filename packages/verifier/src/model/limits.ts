/** All bounds of the engine, for the internet; times in milliseconds. */
export const DEFAULT_LIMITS = {
  /** To connect, over TCP and the proxy, to each address that is tried. */
  connectMs: 8_000,
  /** From a command or the reply before to a complete reply. Single bytes do not extend it. */
  replyMs: 30_000,
  /** The same while others wait for the connection. */
  contestedReplyMs: 10_000,
  tlsMs: 15_000,
  /** For one connection in all. If it brought replies, a new one continues. */
  sessionMs: 600_000,
  /** From QUIT to the end of the connection, and from a run's last verdict to its last QUIT. */
  quitMs: 2_000,
  /** Octets of one reply line, with CRLF (RFC 5321 §4.5.3.1.5). */
  replyLineOctets: 512,
  replyLines: 64,
  /** Recipients of one transaction, if neither the provider table nor a fact says less. */
  recipientsPerTransaction: 20,
  /**
   * The work for one session: a destination gets as many sessions as its recipients without a reply
   * × the measured time of a recipient take such times. With half a minute a domain takes less than
   * a minute in all, if the pace allows the sessions.
   */
  workPerSessionMs: 30_000,
  /**
   * The time that one command group (RFC 2920) should take by the same measurement. A slow server
   * gets its recipients in small groups, so that other sessions can take over those that wait.
   */
  groupMs: 5_000,
  /** A reply that takes so long, and twice as long as others before it, shows a growing tarpit. */
  slowReplyMs: 5_000,
  /**
   * Recipients of the first group at a destination. It is not known yet how slow the server is, nor
   * whether it requires TLS: if it does, each recipient is an error, and many servers close after
   * 20.
   */
  firstGroup: 8,
  /** Connections in a row without a new reply after which a domain is given up. */
  maxFailedConnections: 2,
  /** For how long an address that could not be connected to is not tried again. */
  deadHostMs: 60_000,

  /** Addresses of a run that were read and whose verdicts were not taken yet. Bounds memory. */
  window: 131_072,
  /** Verified addresses that are remembered, so that none is asked twice. Bounds memory. */
  remembered: 32_768,
  /** Destinations that may wait for a session before more domains are looked up. Bounds memory. */
  destinationsAhead: 8_192,
  /** Addresses that are read before their domains are asked, so that each domain is asked once. */
  batch: 65_536,
  /** Time after which the addresses of a slow source are asked, even if they are fewer. */
  batchLingerMs: 250,

  dnsTimeoutMs: 2_000,
  /** How often one query is sent, over all servers and with the first time. */
  dnsAttempts: 3,
  /** Queries sent at once. */
  dnsInFlight: 128,
  /** Names in the cache for each record type. */
  dnsCache: 50_000,
  /** Mail hosts of a domain that are tried (RFC 5321 §5.1 leaves the bound to the client). */
  mailHosts: 10,
  /** Mail hosts of a domain that are looked up to find those: many may not exist any more. */
  mailHostLookups: 50,
  addressesPerHost: 4,
  cnameHops: 8,

  /**
   * Failures in a row at different hosts, within a run, after which an outage of ours is suspected.
   */
  breakerFailures: 64,
  /** From one trial to the next during an outage. */
  breakerOpenMs: 30_000,
};

export type Limits = Readonly<typeof DEFAULT_LIMITS>;
