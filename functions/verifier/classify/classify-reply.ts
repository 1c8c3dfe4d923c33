import { leadingDigit, matchRule } from './match-rule.ts';
import { readReply, type Reply } from './read-reply.ts';
import { OUTCOMES, type Outcome } from './rule.ts';
import type { Action, Reading, ReplyInput } from './types.ts';

/**
 * Says what one reply means, by the first rule of the table that matches. Total and deterministic:
 * any input at any stage gets exactly one reading, and before RCPT TO none is about a recipient.
 */
export function classifyReply(input: ReplyInput): Reading {
  const reply = readReply(input.reply);
  const { id, outcome } = matchRule(reply, input);
  const { status, reason, confidence, action }: Outcome = OUTCOMES[outcome];
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
 * The stronger form of a reading that asked for a `control_recipient`: the server accepted another recipient
 * of the same domain in the same session, so what it refused is this mailbox. Any other reading is
 * returned as it is.
 */
export function withControlRecipient(reading: Reading): Reading {
  if (reading.action !== 'control_recipient') return reading;
  return {
    ...reading,
    status: 'undeliverable',
    reason: 'no_such_mailbox',
    confidence: 0.55,
    action: 'settle',
  };
}

/** A host that greets with a refusal leaves the next host to ask, and a 4xx leaves another time. */
function nextStep(action: Action, reply: Reply, { stage }: ReplyInput): Action {
  if (action === 'starttls') return action;
  const refused = reply.code === undefined || reply.code >= 400;
  if (stage === 'connect' && refused) return 'next_mx';
  return action === 'settle' && leadingDigit(reply) === '4' ? 'retry_later' : action;
}
