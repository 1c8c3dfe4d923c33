import { leadingDigit, matchRule } from './match-rule.ts';
import { parseReply, type ParsedReply } from './parse-reply.ts';
import { MEANINGS, type Meaning, type ReplyAction } from './rules/rule.ts';
import type { Classification, ReplyInput } from './types.ts';

/** Classifies a reply by the first matching rule. Only a reply to RCPT can be about a recipient. */
export function classifyReply(input: ReplyInput): Classification {
  const reply = parseReply(input.reply);
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

/** Resolves `control_recipient` once the server has accepted another recipient of the domain. */
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
 * Returns the next step after an inconclusive reply: the next mail host after a refusal in the
 * greeting, and a retry instead of a final verdict after a 4xx. `starttls` has precedence.
 */
function nextStep(action: ReplyAction, reply: ParsedReply, { stage }: ReplyInput): ReplyAction {
  if (action === 'starttls') return action;
  const refused = reply.code === undefined || reply.code >= 400;
  if (stage === 'connect' && refused) return 'next_mx';
  return action === 'final' && leadingDigit(reply) === '4' ? 'retry_later' : action;
}
