import { anyOf } from './any-of.ts';
import { wordsOf, type Reply } from './read-reply.ts';
import { OUTCOMES, type OutcomeName, type Rule } from './rule.ts';
import { RULES } from './rules/table.ts';
import type { ReplyInput } from './types.ts';

/** The row of the table that decided. */
export interface Match {
  id: string;
  outcome: OutcomeName;
}

/** A reply without a code is no SMTP, and no rule knows its words either. */
const UNREADABLE: Match = { id: 'unreadable', outcome: 'server_error' };

interface CompiledRule extends Match {
  matches(reply: Reply, words: string, input: ReplyInput): boolean;
}

const COMPILED: readonly CompiledRule[] = RULES.map(compile);

/**
 * Servers say the same few sentences all day, so what was decided is kept. Dropped as a whole when
 * full: that costs one round of matching, and no bookkeeping on every reply.
 */
const MAX_REMEMBERED = 2000;
const remembered = new Map<string, Match>();

/** The first rule of the table that matches. */
export function matchRule(reply: Reply, input: ReplyInput): Match {
  const key = `${input.stage} ${input.provider} ${reply.code} ${reply.enhanced} ${reply.cites}`;
  const known = remembered.get(key);
  if (known) return known;

  const words = wordsOf(reply.cites);
  const match = COMPILED.find((rule) => rule.matches(reply, words, input)) ?? UNREADABLE;
  if (remembered.size === MAX_REMEMBERED) remembered.clear();
  remembered.set(key, match);
  return match;
}

/** First digit of the basic code; the enhanced code only stands in for a missing one. */
export function leadingDigit(reply: Reply): string | undefined {
  return (reply.code?.toString() ?? reply.enhanced)?.[0];
}

function compile(rule: Rule): CompiledRule {
  const says = rule.says && anyOf(rule.says);
  const cites = rule.cites && anyOf(rule.cites);
  const unless = rule.unless && anyOf(rule.unless);
  const enhanced = rule.enhanced && enhancedPattern(rule.enhanced);
  const rcptOnly = OUTCOMES[rule.outcome].about === 'recipient';
  return {
    id: rule.id,
    outcome: rule.outcome,
    matches: (reply, words, { stage, provider }) =>
      (stage === 'rcpt' || !rcptOnly) &&
      (!rule.stages || rule.stages.includes(stage)) &&
      (!rule.provider || rule.provider === provider) &&
      (!rule.codes || hasCode(rule, reply)) &&
      (!enhanced || (reply.enhanced !== undefined && enhanced.test(reply.enhanced))) &&
      (!(says || cites) || !!says?.test(words) || !!cites?.test(reply.cites)) &&
      !unless?.test(words),
  };
}

function hasCode({ codes = [], says }: Rule, reply: Reply): boolean {
  if (reply.code !== undefined) {
    const code = reply.code.toString();
    return codes.some((beginning) => code.startsWith(beginning));
  }
  const stated = leadingDigit(reply) ?? (says ? '5' : undefined);
  return stated !== undefined && codes.includes(stated);
}

function enhancedPattern(codes: readonly string[]): RegExp {
  const alternatives = codes.map((code) =>
    code.replaceAll('.', '\\.').replace('X', '[245]').replace('*', '\\d+'),
  );
  return new RegExp(`^(?:${alternatives.join('|')})$`);
}
