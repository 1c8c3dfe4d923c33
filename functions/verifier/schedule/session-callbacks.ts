import type { Outcome } from '../verdict/outcome.ts';
import type { Egress } from '../model/types.ts';
import type { Destination } from './destination.ts';
import type { Slot } from './slot.ts';
import type { Domain, DomainBatch, Recipient } from './domain-batch.ts';

/** What a session reports to the run that it works for. */
export interface SessionCallbacks {
  /** Gives a recipient its verdict. */
  conclude(recipient: Recipient, outcome: Outcome): void;
  /** Gives the held recipients of a domain their verdicts, at all destinations. */
  concludeHeld(domain: Domain): void;
  /** Moves recipients to the mail host after the one at `rank`; false if there is none. */
  forward(
    destination: Destination,
    rank: number,
    domain: Domain,
    recipients: readonly Recipient[],
  ): boolean;
  /**
   * Concludes every recipient that waits at the destination, unless the outcome is about our egress
   * address and another one may ask.
   */
  refuse(destination: Destination, outcome: Outcome): void;
  /** Leaves the recipients of a batch that wait to another egress address; false if none may ask. */
  goElsewhere(destination: Destination, batch: DomainBatch, outcome: Outcome): boolean;
  /** The server has put off this egress address: the domain is asked again by the same one. */
  keepTo(destination: Destination, domain: Domain, egress: Egress): void;
  /** Stores what was learnt about a domain as a fact. */
  storeFact(destination: Destination, domain: Domain): void;
  /** The time that one recipient takes is known: the destination may need another session. */
  requestSession(destination: Destination): void;
  /**
   * Whether a session that failed this way was one too many: others are at work at the destination
   * or, if the reply is about our rate, at its provider. They take over the recipients that wait.
   */
  isOneTooMany(destination: Destination, slot: Slot, outcome: Outcome): boolean;
}
