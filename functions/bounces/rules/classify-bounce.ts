import { interpretBounceType } from '../../../shared/bounces/bounce-type.ts';
import type { ReportedBounce } from '../../../shared/bounces/reported-bounce.ts';
import {
  BOUNCE_REASONS,
  type BounceReason,
  type BounceSubject,
} from '../../../shared/model/bounces/bounce.ts';
import type { VerdictReason } from '../../../shared/model/verdict.ts';
import { findNamedCause } from './cause.ts';

export interface ClassifiedBounce {
  readonly subject: BounceSubject;
  /** Null unless the bounce is about the recipient. */
  readonly reason: BounceReason | null;
  /** A name such as `Spamhaus`, or one of `BOUNCE_CAUSES`. */
  readonly cause: string | null;
}

/** The engine's classifier, which `checks` provides. */
export type ReplyClassifier = (reply: string) => {
  readonly reason: VerdictReason;
  /** Whether the server refused the recipient without a reason. */
  readonly isBare: boolean;
  readonly code?: number | undefined;
  readonly enhanced?: string | undefined;
};

const UNCLEAR_BOUNCE: ClassifiedBounce = { subject: 'unclear', reason: null, cause: null };

/**
 * Returns what a bounce is about, judged by the server's reply or, if that is unclear, by a bounce
 * type that the email service documents. Types such as `Hard bounce` are not specific enough.
 */
export function classifyBounce(
  classify: ReplyClassifier,
  { email, text, code, type }: Pick<ReportedBounce, 'email' | 'text' | 'code' | 'type'>,
): ClassifiedBounce {
  const words = text.replaceAll(email, '@').replace(RELAY_PREFIX, '');
  const reading = readReply(classify, words, code);
  return reading.subject === 'unclear' ? (readType(type ?? '') ?? reading) : reading;
}

/** Prefix that Microsoft 365 and Cisco gateways add to a reply that they quote. */
const RELAY_PREFIX = /^.* -> (?=[45]\d\d[\s-])|^[45]\.\d\.\d - [^'\d]*(?=[45]\d\d[\s-])/s;

function readReply(classify: ReplyClassifier, text: string, code = ''): ClassifiedBounce {
  if (text === '' && code === '') return UNCLEAR_BOUNCE;
  const reply = code !== '' && !text.includes(code) ? `${code} ${text}` : text;
  const { reason, isBare, ...codes } = classify(reply);
  if (isBounceReason(reason)) return aboutRecipient(reason);
  if (reason === 'no_mail_server' || reason === 'null_mx') return aboutRecipient('no_such_domain');
  if (NO_DOMAIN.test(text) && !OTHER_DOMAIN.test(text)) return aboutRecipient('no_such_domain');
  const cause = SEVERAL_CAUSES.test(text) ? undefined : findNamedCause(reply);
  const subject = SUBJECTS[reason];
  // The code 421 counts as `throttled`, but servers also send it for their own failures.
  if (subject === 'sender' && !(reason === 'throttled' && cause?.subject === 'server'))
    return { subject, reason: null, cause: cause?.subject === subject ? cause.cause : null };
  if (cause) return { reason: null, ...cause };
  if (isBare || (codes.code === undefined && codes.enhanced === undefined)) return UNCLEAR_BOUNCE;
  return subject ? { subject, reason: null, cause: null } : UNCLEAR_BOUNCE;
}

/** Phrases by which the sending server reports that the recipient's domain has no mail server. */
const NO_DOMAIN =
  /(?:couldn't|unable to|could not|cannot) find (?:any host|(?:an? |the )?(?:mx\b|mail exchanger))|\b(?:host|domain)(?: or domain)?(?: name)? (?:is )?(?:unknown|not found|does not exist)|\b(?:unknown|illegal) (?:host|domain)|\bno mx record|null ?mx|nxdomain|not accept (?:any )?mail|no smtp service|domain is not reachable|non-existent domain/i;
/** Phrases about a domain other than the recipient's, or about a failed lookup. */
const OTHER_DOMAIN =
  /sender|mail from|from domain|helo|client|\byour\b|reverse|\bptr\b|try again|tempor|time|servfail|does not accept mail from/i;

/** Matches replies that speculate about several causes, so that no single cause is certain. */
const SEVERAL_CAUSES = /\b(?:may|might|could) (?:not |have )?(?:been? |exist)/i;

const SUBJECTS: Partial<Record<VerdictReason, BounceSubject>> = {
  accepted: 'server',
  ip_blocked: 'sender',
  sender_rejected: 'sender',
  throttled: 'sender',
  greylisted: 'server',
  server_error: 'server',
  server_unreachable: 'server',
  dns_error: 'server',
  timeout: 'server',
};

function readType(type: string): ClassifiedBounce | undefined {
  const meaning = interpretBounceType(type);
  if (meaning === undefined) return undefined;
  return isBounceReason(meaning)
    ? aboutRecipient(meaning)
    : { subject: meaning, reason: null, cause: null };
}

const aboutRecipient = (reason: BounceReason): ClassifiedBounce => ({
  subject: 'recipient',
  reason,
  cause: null,
});

const isBounceReason = (reason: string): reason is BounceReason =>
  (BOUNCE_REASONS as readonly string[]).includes(reason);
