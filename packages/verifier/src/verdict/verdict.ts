import type { MailHostPurpose } from '../data/mail-hosts.ts';
import { isGateway } from '../data/providers.ts';
import type { DmarcPresence } from '../dns/dmarc.ts';
import type { Outcome } from './outcome.ts';
import { retryDelaySeconds } from './retry.ts';
import type { Flags, Verdict } from '../model/types.ts';

/** Whether a domain accepts every recipient, by its reply to a random one. */
export type CatchAll = 'yes' | 'no' | 'unclear';

/** Properties of the address itself, whatever its server replies. */
export interface AddressTraits extends Pick<Flags, 'role' | 'disposable' | 'free' | 'tagged'> {
  suggestion: string | undefined;
}

export interface DomainTraits {
  /** Undefined if no random recipient was sent, because no real one was accepted. */
  catchAll: CatchAll | undefined;
  /** Time at which an earlier run determined `catchAll`, in milliseconds since the epoch. */
  learnedAt: number | undefined;
  /** The purpose of the mail hosts, if they are not for permanent mailboxes. */
  hosts: MailHostPurpose | undefined;
  /** Whether the domain has a DMARC record; undefined if it was not looked up or the DNS failed. */
  dmarc: DmarcPresence | undefined;
}

export const UNKNOWN_DOMAIN_TRAITS: DomainTraits = {
  catchAll: undefined,
  learnedAt: undefined,
  hosts: undefined,
  dmarc: undefined,
};

interface VerdictContext extends DomainTraits {
  attempt: number;
  timeScale: number;
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * Confidence in the verdict about an accepted recipient, by whether the domain is a catch-all. For
 * `yes`, the verdict is risky, with the reason `catch_all`.
 */
const ACCEPTED_CONFIDENCE: Readonly<Record<CatchAll, number>> = {
  no: 0.98,
  unclear: 0.6,
  yes: 0.9,
};
const DISPOSABLE_CONFIDENCE = 0.95;

/**
 * Combines an outcome with the facts about address and domain into a verdict. An undeliverable or
 * unknown outcome takes precedence over risky, and risky over deliverable. The reason of a risky
 * address is the first that applies of mailbox_full, catch_all and disposable.
 */
export function assembleVerdict(
  email: string,
  subject: AddressTraits,
  outcome: Outcome,
  { catchAll, learnedAt, hosts, dmarc, attempt, timeScale, now }: VerdictContext,
): Verdict {
  const { role, free, tagged, suggestion } = subject;
  const disposable = subject.disposable || hosts === 'disposable';
  const { status, reason, confidence } = decideStatus(disposable, outcome, catchAll);
  const flags: Flags = {
    catch_all: catchAll === 'yes',
    catch_all_unknown: catchAll === 'unclear' && outcome.status === 'deliverable',
    disposable,
    role,
    free,
    mailbox_full: outcome.reason === 'mailbox_full',
    tagged,
    gateway: isGateway(outcome.provider),
    parked: hosts === 'parked',
    no_dmarc: dmarc === 'no',
  };
  const { mx, provider, egress, reply } = outcome;
  const retryAfterS =
    status === 'unknown' && outcome.retry
      ? retryDelaySeconds(outcome.reason, attempt, timeScale, outcome.waitMs)
      : undefined;
  return {
    email,
    status,
    reason,
    confidence,
    flags,
    ...(suggestion !== undefined && { suggestion }),
    ...(mx !== undefined && { mx }),
    ...(provider !== undefined && { provider }),
    ...(egress !== undefined && { egress }),
    ...(reply && { reply }),
    // A stored catch-all result affects only the verdicts about accepted recipients.
    ...(learnedAt !== undefined &&
      outcome.status === 'deliverable' && { fact_age_s: Math.round((now - learnedAt) / 1000) }),
    ...(retryAfterS !== undefined && { retry_after_s: retryAfterS }),
  };
}

function decideStatus(
  isDisposable: boolean,
  { status, reason, confidence }: Outcome,
  catchAll: CatchAll | undefined,
): Pick<Verdict, 'status' | 'reason' | 'confidence'> {
  if (status === 'undeliverable' || status === 'unknown') return { status, reason, confidence };
  if (reason === 'mailbox_full') return { status: 'risky', reason, confidence };
  if (catchAll === 'yes')
    return { status: 'risky', reason: 'catch_all', confidence: ACCEPTED_CONFIDENCE.yes };
  if (isDisposable)
    return { status: 'risky', reason: 'disposable', confidence: DISPOSABLE_CONFIDENCE };
  const acceptedConfidence = catchAll === undefined ? confidence : ACCEPTED_CONFIDENCE[catchAll];
  return { status, reason, confidence: acceptedConfidence };
}
