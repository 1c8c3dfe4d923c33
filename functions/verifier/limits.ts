/**
 * Every bound the engine works within. The defaults are for the internet; tests make them short.
 * Times are milliseconds.
 */
export interface Limits {
  /** TCP (and SOCKS) connection set-up, for each address tried. */
  connectMs: number;
  /** From a command, or from the reply before, to a complete reply. Bytes that trickle do not extend it. */
  replyMs: number;
  /** STARTTLS handshake. */
  tlsMs: number;
  /** One connection in all. What is unanswered then is asked on a new one if this one was of use. */
  sessionMs: number;
  /**
   * How long a server may take to answer QUIT before the socket is destroyed, and sessions to come to
   * it when all addresses are answered.
   */
  quitMs: number;
  /** Octets of one reply line, CRLF included (RFC 5321 §4.5.3.1.5). */
  replyLineOctets: number;
  replyLines: number;
  /** Recipients of one transaction where neither provider nor facts say less. */
  recipientsPerTransaction: number;
  /**
   * A destination gets a session for each such time that its recipients without an answer will take, by
   * what one took there so far. Half a minute: with set-up and the random recipient a domain is then done
   * within a minute, where the pace allows as many sessions.
   */
  workPerSessionMs: number;
  /**
   * Time that the recipients of one command group (RFC 2920) may take by the same measure. Those of a slow
   * server are asked in small groups, so that other sessions can take what waits.
   */
  groupMs: number;
  /**
   * Recipients of the first group at a destination: it is not known yet how slow its server is, nor
   * whether it insists on TLS. Then each counts as an error of ours, and many servers hang up at 20.
   */
  firstGroup: number;
  /** Connections in a row that may end without one new answer before a domain is given up. */
  fruitlessConnections: number;
  /** For how long a mail host that refused every connection is not tried again. */
  deadHostMs: number;

  /** Addresses of a run that were read and whose answers were not taken yet. Bounds memory. */
  window: number;
  /** Answered addresses that are remembered, so that a repetition is not asked again. Bounds memory. */
  remembered: number;
  /** Destinations that may wait for a session before more domains are looked up. Bounds memory. */
  destinationsAhead: number;
  /** Addresses that are read before their domains are asked, so that each domain is asked once. */
  batch: number;
  /** Time after which the addresses of a slow source are asked, even if they are fewer. */
  batchLingerMs: number;

  dnsTimeoutMs: number;
  /** Times one question is put on the wire over all servers, the first included. */
  dnsAttempts: number;
  /** Questions on the wire at once. */
  dnsInFlight: number;
  /** Names remembered of each record type. */
  dnsCache: number;
  /** Mail hosts of one domain that are tried (RFC 5321 §5.1 leaves the bound to the client). */
  mailHosts: number;
  /** Mail hosts of one domain that are looked up to find those: a list may name many that are gone. */
  mailHostLookups: number;
  /** Addresses of one mail host that are tried. */
  addressesPerHost: number;
  cnameHops: number;

  /** Failures in a row, over different hosts and without any success, that look like an outage of ours. */
  breakerFailures: number;
  /** How long an outage is believed before it is tested again. */
  breakerOpenMs: number;
}

export const DEFAULT_LIMITS: Limits = {
  connectMs: 8_000,
  replyMs: 30_000,
  tlsMs: 15_000,
  sessionMs: 600_000,
  quitMs: 2_000,
  replyLineOctets: 512,
  replyLines: 64,
  recipientsPerTransaction: 20,
  workPerSessionMs: 30_000,
  groupMs: 5_000,
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
