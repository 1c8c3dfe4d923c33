import type { Breaker } from '../flow/breaker.ts';
import type { Control } from './control.ts';
import type { DmarcLookup } from '../dns/dmarc.ts';
import type { MailRouter } from '../dns/mail-route.ts';
import type { TtlCache } from '../flow/ttl-cache.ts';
import type { Limits } from '../model/limits.ts';
import type { OpenFailure } from '../smtp/session.ts';
import type { Counters, Egress, VerifierConfig } from '../model/types.ts';
import type { ConcurrencyLimiter } from '../capacity/concurrency-limiter.ts';
import type { EgressReputation } from '../capacity/egress-reputation.ts';
import type { Claimant } from '../capacity/pace.ts';
import type { ReplyClassifier } from './reply-classifier.ts';
import type { Semaphore } from '../flow/semaphore.ts';

/** What belongs to one run: what its servers do counts for no other. */
export interface RunScope extends Claimant {
  /** How often its addresses were asked in earlier runs. */
  attempt: number;
  router: MailRouter;
  /** Opens when no mail host at all can be reached by this egress address. */
  outageOf: (egress: Egress) => Breaker;
}

/** What all runs of one verifier share. */
export interface VerifierContext {
  config: VerifierConfig;
  limits: Limits;
  /** Finds mail hosts; the breaker says whether resolvers are asked at all. */
  routerOf: (breaker: Breaker) => MailRouter;
  dmarcOf: DmarcLookup;
  /** A breaker for what a run asks of others; the control says whether our line works. */
  newBreaker: (works: (control: Control) => Promise<boolean>) => Breaker;
  classifier: ReplyClassifier;
  counters: Counters;
  /** Bounds the connections to each provider. */
  limiter: ConcurrencyLimiter;
  reputation: EgressReputation;
  /** Bounds the connections over all domains. */
  connections: Semaphore;
  /**
   * IP addresses that could not be connected to, by egress address, so that only one of their
   * domains waits for it.
   */
  deadHosts: TtlCache<OpenFailure>;
  /** Sessions requested so far. */
  requests: number;
  /** Sessions opened so far. Its number identifies a session in a trace. */
  sessions: number;
  /** One promise for each connection that may be opened or is not closed yet. */
  closing: Set<Promise<void>>;
}
