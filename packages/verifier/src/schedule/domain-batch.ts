import type { Provider } from '../data/providers.ts';
import type { ContactedServer, Outcome } from '../verdict/outcome.ts';
import type { Egress } from '../model/types.ts';
import {
  type DomainTraits,
  type AddressTraits,
  UNKNOWN_DOMAIN_TRAITS,
} from '../verdict/verdict.ts';

/** An address of a run that must be checked at a mail server. */
export interface Recipient {
  domain: Domain;
  /** Key that is equal for addresses that the engine treats as one mailbox. */
  key: string;
  /** The spelling for RCPT TO. */
  wire: string;
  /** Whether the server must offer SMTPUTF8 for this recipient. */
  utf8: boolean;
  subject: AddressTraits;
  /** The positions and spellings of the address in the input; several if it is repeated. */
  inputs: { index: number; email: string }[];
  concluded: boolean;
}

/** A recipient that got a reply, but whose verdict depends on the reply to another recipient. */
export interface HeldRecipient {
  recipient: Recipient;
  outcome: Outcome;
}

export interface Domain extends DomainTraits {
  /** Domain name in A-labels. */
  name: string;
  /** Number of recipients without a verdict. */
  open: number;
  /** The recipients of the domain at the destination that is tried first. */
  batch: DomainBatch | undefined;
  /** Recipients that the first destination denied, for the next mail host. */
  forwarded: readonly DomainBatch[];
  /** Whether the random recipient was sent, with or without a reply. */
  probed: boolean;
  /** Maximum recipients that the server accepted in one transaction, if it refused more. */
  recipientCap: number | undefined;
  /** Maximum recipients per transaction, set after one recipient affected the others. */
  transactionSize: number | undefined;
  /** The egress address that the server has greylisted and has to see again. */
  egress: Egress | undefined;
  /** Egress addresses that the server refused, or that failed. */
  refusedBy: Set<Egress> | undefined;
}

export const createDomain = (name: string): Domain => ({
  ...UNKNOWN_DOMAIN_TRAITS,
  name,
  open: 0,
  batch: undefined,
  forwarded: [],
  probed: false,
  recipientCap: undefined,
  transactionSize: undefined,
  egress: undefined,
  refusedBy: undefined,
});

/** Creates the batch for the recipients of one domain that are checked at one destination. */
export const createDomainBatch = (domain: Domain) => ({
  domain,
  waiting: new Array<Recipient>(),
  /** Number of recipients that were sent and have no reply that counts yet, over all sessions. */
  inFlight: 0,
  /** Number of recipients in flight whose reply must be confirmed by another reply. */
  onHold: 0,
  /** Accepted and full mailboxes, which wait for the reply to the random recipient. */
  held: new Array<HeldRecipient>(),
  /**
   * Whether the server greylists, or verifies recipients elsewhere. The random recipient must then
   * be sent now, or the server would defer it at the next attempt.
   */
  deferred: false,
  probing: false,
  probes: 0,
  /** A recipient that the server accepted, used to test whether it still accepts anyone. */
  control: undefined as Recipient | undefined,
  /** Number of connections on which the server began to refuse everyone. */
  refusals: 0,
  /**
   * Recipients of sessions without an acceptance, which are sent again after the first acceptance.
   */
  unconfirmed: new Array<HeldRecipient>(),
  /** Whether recipients were sent again because their session got no acceptance. */
  wasResent: false,
  /** Consecutive connections that ended without a new reply. */
  failures: 0,
  /** Number of connections that fell silent and whose recipients were sent again. */
  silences: 0,
});
export type DomainBatch = ReturnType<typeof createDomainBatch>;

export const mayCheckFrom = ({ egress, refusedBy }: Domain, by: Egress): boolean =>
  (egress === undefined || egress === by) && refusedBy?.has(by) !== true;

/** Removes and returns the held recipients of a domain, at all destinations. */
export function takeHeldRecipients({ batch, forwarded }: Domain): HeldRecipient[] {
  const batches = batch ? [batch, ...forwarded] : forwarded;
  return batches.flatMap(({ held }) => held.splice(0));
}

/** Whether all recipients have a reply, and only the random one has to be sent. */
export function needsProbe({ domain, waiting, inFlight, held, deferred, probing }: DomainBatch) {
  if (waiting.length > 0 || inFlight > 0 || probing || domain.catchAll !== undefined) return false;
  return held.length > 0 || (deferred && !domain.probed);
}

/**
 * Returns the outcome of recipients that are not sent, because their provider accepts everyone and
 * their domain accepted the random recipient.
 */
export const outcomeForSkippedRecipients = (asked: ContactedServer): Outcome => ({
  status: 'deliverable',
  reason: 'accepted',
  confidence: 0.9,
  rule: 'provider-takes-everybody',
  retry: false,
  ...asked,
});

/**
 * Removes and returns the recipients that need not be sent to a provider that accepts everyone.
 * Recipients that need SMTPUTF8 remain, because the server may not offer it.
 */
export function takeSkippableRecipients(
  batch: DomainBatch,
  provider: Provider | undefined,
): Recipient[] {
  if (provider?.probe !== 'first' || batch.domain.catchAll !== 'yes') return [];
  const { waiting } = batch;
  batch.waiting = waiting.filter(({ utf8 }) => utf8);
  return waiting.filter(({ utf8 }) => !utf8);
}

export function isBatchDone(batch: DomainBatch): boolean {
  const { waiting, inFlight, held, probing } = batch;
  if (waiting.length > 0 || inFlight > 0 || held.length > 0 || probing) return false;
  return !needsProbe(batch);
}
