/** All bounds of the engine, times in milliseconds. The defaults are for the internet. */
export interface Limits {
  /** To connect, over TCP and the proxy, to each address that is tried. */
  connectMs: number;
  /** From a command or the reply before to a complete reply. Single bytes do not extend it. */
  replyMs: number;
  /** The same while others wait for the connection. */
  contestedReplyMs: number;
  /** For the TLS handshake. */
  tlsMs: number;
  /** For one connection in all. If it brought replies, a new one continues. */
  sessionMs: number;
  /** From QUIT to the end of the connection, and from a run's last verdict to its last QUIT. */
  quitMs: number;
  /** Octets of one reply line, with CRLF (RFC 5321 §4.5.3.1.5). */
  replyLineOctets: number;
  replyLines: number;
  /** Recipients of one transaction, if neither the provider table nor a fact says less. */
  recipientsPerTransaction: number;
  /**
   * The work for one session: a destination gets as many sessions as its recipients without a reply
   * × the measured time of a recipient take such times. With half a minute a domain takes less than
   * a minute in all, if the pace allows the sessions.
   */
  workPerSessionMs: number;
  /**
   * The time that one command group (RFC 2920) should take by the same measurement. A slow server
   * gets its recipients in small groups, so that other sessions can take over those that wait.
   */
  groupMs: number;
  /** A reply that takes so long, and twice as long as others before it, shows a growing tarpit. */
  slowReplyMs: number;
  /**
   * Recipients of the first group at a destination. It is not known yet how slow the server is, nor
   * whether it requires TLS: if it does, each recipient is an error, and many servers close after
   * 20.
   */
  firstGroup: number;
  /** Connections in a row without a new reply after which a domain is given up. */
  fruitlessConnections: number;
  /** For how long an address that could not be connected to is not tried again. */
  deadHostMs: number;

  /** Addresses of a run that were read and whose verdicts were not taken yet. Bounds memory. */
  window: number;
  /** Verified addresses that are remembered, so that none is asked twice. Bounds memory. */
  remembered: number;
  /** Destinations that may wait for a session before more domains are looked up. Bounds memory. */
  destinationsAhead: number;
  /** Addresses that are read before their domains are asked, so that each domain is asked once. */
  batch: number;
  /** Time after which the addresses of a slow source are asked, even if they are fewer. */
  batchLingerMs: number;

  dnsTimeoutMs: number;
  /** How often one query is sent, over all servers and with the first time. */
  dnsAttempts: number;
  /** Queries sent at once. */
  dnsInFlight: number;
  /** Names in the cache for each record type. */
  dnsCache: number;
  /** Mail hosts of a domain that are tried (RFC 5321 §5.1 leaves the bound to the client). */
  mailHosts: number;
  /** Mail hosts of a domain that are looked up to find those: many may not exist any more. */
  mailHostLookups: number;
  /** IP addresses of a mail host that are tried. */
  addressesPerHost: number;
  cnameHops: number;

  /**
   * Failures in a row at different hosts, within a run, after which an outage of ours is suspected.
   */
  breakerFailures: number;
  /** From one trial to the next during an outage. */
  breakerOpenMs: number;
}

export const DEFAULT_LIMITS: Limits = {
  connectMs: 8_000,
  replyMs: 30_000,
  contestedReplyMs: 10_000,
  tlsMs: 15_000,
  sessionMs: 600_000,
  quitMs: 2_000,
  replyLineOctets: 512,
  replyLines: 64,
  recipientsPerTransaction: 20,
  workPerSessionMs: 30_000,
  groupMs: 5_000,
  slowReplyMs: 5_000,
  firstGroup: 8,
  fruitlessConnections: 2,
  deadHostMs: 60_000,

  window: 131_072,
  remembered: 32_768,
  destinationsAhead: 8_192,
  batch: 65_536,
  batchLingerMs: 250,

  dnsTimeoutMs: 2_000,
  dnsAttempts: 3,
  dnsInFlight: 128,
  dnsCache: 50_000,
  mailHosts: 10,
  mailHostLookups: 50,
  addressesPerHost: 4,
  cnameHops: 8,

  breakerFailures: 64,
  breakerOpenMs: 30_000,
};
