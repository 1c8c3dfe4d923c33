import { leadingDigit, matchRule } from './match-rule.ts';
import { readReply, type ParsedReply } from './read-reply.ts';
import { MEANINGS, type Meaning, type Action } from './rules/rule.ts';
import type { Classification, ReplyInput } from './types.ts';

/**
 * Classifies one reply by the first rule of the table that matches. Any input at any stage gets
 * exactly one classification, always the same, and before RCPT TO no classification is about a
 * recipient.
 */
export function classifyReply(input: ReplyInput): Classification {
  const reply = readReply(input.reply);
  const { id, meaning } = matchRule(reply, input);
  const { status, reason, confidence, action }: Meaning = MEANINGS[meaning];
  return {
    status,
    reason,
    rule: id,
    confidence,
    action: status === 'unknown' ? nextStep(action, reply, input) : action,
    ...(reply.code === undefined ? {} : { code: reply.code }),
    ...(reply.enhanced === undefined ? {} : { enhanced: reply.enhanced }),
    text: reply.text,
  };
}

/**
 * Resolves a `control_recipient` classification once the server has accepted another recipient of
 * the same domain in the same session, which shows that it refused this mailbox. Returns any other
 * classification unchanged.
 */
export function withControlRecipient(classification: Classification): Classification {
  if (classification.action !== 'control_recipient') return classification;
  return { ...classification, ...REFUSED_MAILBOX, action: 'final' };
}

/** The verdict of a bare refusal once the server has accepted another recipient of the domain. */
export const REFUSED_MAILBOX = {
  status: 'undeliverable',
  reason: 'no_such_mailbox',
  confidence: 0.55,
} as const;

/**
 * After a refusal in the greeting, the session asks the next host; after a 4xx, it asks again
 * later.
 */
function nextStep(action: Action, reply: ParsedReply, { stage }: ReplyInput): Action {
  if (action === 'starttls') return action;
  const refused = reply.code === undefined || reply.code >= 400;
  if (stage === 'connect' && refused) return 'next_mx';
  return action === 'final' && leadingDigit(reply) === '4' ? 'retry_later' : action;
}
