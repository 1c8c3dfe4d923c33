import { readReply, type Reply } from './read-reply.ts';
import { OUTCOMES, type Outcome, type Rule } from './rule.ts';
import { RULES } from './rules/table.ts';
import type { Action, Reading, ReplyInput } from './types.ts';

/** Where a reply without a code is no SMTP at all, and no rule knows its words either. */
const UNREADABLE = { id: 'unreadable', outcome: 'server_error' } as const;

/**
 * Says what one reply means, by the first rule of the table that matches. Total and pure: any input
 * at any stage gets exactly one reading, and before RCPT TO none is about a recipient.
 */
export function classifyReply(input: ReplyInput): Reading {
  const reply = readReply(input.reply);
  const { id, outcome } = COMPILED.find((rule) => rule.matches(reply, input)) ?? UNREADABLE;
  const { status, reason, confidence, action }: Outcome = OUTCOMES[outcome];
  return {
    status,
    reason,
    rule: id,
    confidence,
    action: nextStep(action, status, reply, input),
    ...(reply.code === undefined ? {} : { code: reply.code }),
    ...(reply.enhanced === undefined ? {} : { enhanced: reply.enhanced }),
    text: reply.text,
  };
}

/**
 * The stronger form of a reading that asked for a `companion`: the server accepted another recipient
 * of the same domain in the same session, so what it refused is this mailbox. Any other reading is
 * returned as it is.
 */
export function withCompanion(reading: Reading): Reading {
  if (reading.action !== 'companion') return reading;
  return {
    ...reading,
    status: 'undeliverable',
    reason: 'no_such_mailbox',
    confidence: 0.55,
    action: 'settle',
  };
}

/** A host that greets with a refusal leaves the next host to ask, and a 4xx leaves another time. */
function nextStep(action: Action, status: string, reply: Reply, { stage }: ReplyInput): Action {
  if (status !== 'unknown' || action === 'starttls') return action;
  const failed = reply.code === undefined || reply.code >= 400;
  if (stage === 'connect') return failed ? 'next_mx' : action;
  return action === 'settle' && leading(reply) === '4' ? 'retry_later' : action;
}

/** First digit of the basic code; the enhanced code only stands in for a missing one. */
function leading(reply: Reply): string | undefined {
  return (reply.code?.toString() ?? reply.enhanced)?.[0];
}

interface CompiledRule {
  id: string;
  outcome: Rule['outcome'];
  matches(reply: Reply, input: ReplyInput): boolean;
}

const COMPILED: readonly CompiledRule[] = RULES.map(compile);

function compile(rule: Rule): CompiledRule {
  const says = anyOf(rule.says);
  const cites = anyOf(rule.cites);
  const unless = anyOf(rule.unless);
  const enhanced = rule.enhanced && enhancedPattern(rule.enhanced);
  const rcptOnly = OUTCOMES[rule.outcome].about === 'recipient';
  return {
    id: rule.id,
    outcome: rule.outcome,
    matches: (reply, { stage, provider }) =>
      (stage === 'rcpt' || !rcptOnly) &&
      (!rule.stages || rule.stages.includes(stage)) &&
      (!rule.provider || rule.provider === provider) &&
      (!rule.codes || hasCode(rule, reply)) &&
      (!enhanced || (reply.enhanced !== undefined && enhanced.test(reply.enhanced))) &&
      (!(says || cites) || !!says?.test(reply.words) || !!cites?.test(reply.cites)) &&
      !unless?.test(reply.words),
  };
}

function hasCode({ codes = [], says }: Rule, reply: Reply): boolean {
  if (reply.code !== undefined) return startsWithOne(reply.code.toString(), codes);
  const stated = leading(reply) ?? (says ? '5' : undefined);
  return stated !== undefined && codes.includes(stated);
}

function startsWithOne(code: string, beginnings: readonly string[]): boolean {
  return beginnings.some((beginning) => code.startsWith(beginning));
}

function anyOf(patterns: readonly RegExp[] | undefined): RegExp | undefined {
  return patterns && new RegExp(patterns.map(({ source }) => `(?:${source})`).join('|'), 'u');
}

function enhancedPattern(codes: readonly string[]): RegExp {
  const alternatives = codes.map((code) =>
    code.replaceAll('.', '\\.').replace('X', '[245]').replace('*', '\\d+'),
  );
  return new RegExp(`^(?:${alternatives.join('|')})$`);
}
