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

/** All that rules look at in a reply. */
interface Matter extends Pick<Reply, 'code' | 'enhanced'>, Pick<ReplyInput, 'stage' | 'provider'> {
  words: string;
  /** The rules of which a pattern was found in `cites`. */
  cited: readonly string[];
}

interface CompiledRule extends Match {
  matches(matter: Matter): boolean;
}

const COMPILED: readonly CompiledRule[] = RULES.map(compile);

const CITING = RULES.flatMap(({ id, cites }) => (cites ? [{ id, pattern: anyOf(cites) }] : []));

/**
 * Servers say the same few sentences all day, but for a host, an id or the time in them, so what was
 * decided is kept. Dropped as a whole when full: that costs one round of matching, and no
 * bookkeeping on every reply.
 */
const MAX_REMEMBERED = 2000;
const remembered = new Map<string, Match>();

/** The first rule of the table that matches. */
export function matchRule({ code, enhanced, cites }: Reply, input: ReplyInput): Match {
  const { stage, provider } = input;
  const words = wordsOf(cites);
  const cited = CITING.filter(({ pattern }) => pattern.test(cites)).map(({ id }) => id);
  const key = `${stage} ${provider} ${code} ${enhanced} ${cited.join()} ${words}`;
  const known = remembered.get(key);
  if (known) return known;

  const matter: Matter = { stage, provider, code, enhanced, words, cited };
  const match = COMPILED.find((rule) => rule.matches(matter)) ?? UNREADABLE;
  if (remembered.size === MAX_REMEMBERED) remembered.clear();
  remembered.set(key, match);
  return match;
}

/** First digit of the basic code; the enhanced code only stands in for a missing one. */
export function leadingDigit({
  code,
  enhanced,
}: Pick<Reply, 'code' | 'enhanced'>): string | undefined {
  return (code?.toString() ?? enhanced)?.[0];
}

function compile(rule: Rule): CompiledRule {
  const says = rule.says && anyOf(rule.says);
  const unless = rule.unless && anyOf(rule.unless);
  const enhanced = rule.enhanced && enhancedPattern(rule.enhanced);
  const rcptOnly = OUTCOMES[rule.outcome].about === 'recipient';
  return {
    id: rule.id,
    outcome: rule.outcome,
    matches: (matter) =>
      (matter.stage === 'rcpt' || !rcptOnly) &&
      (!rule.stages || rule.stages.includes(matter.stage)) &&
      (!rule.providers || rule.providers.some((id) => id === matter.provider)) &&
      (!rule.codes || hasCode(rule, matter)) &&
      (!enhanced || (matter.enhanced !== undefined && enhanced.test(matter.enhanced))) &&
      (!(says || rule.cites) || !!says?.test(matter.words) || matter.cited.includes(rule.id)) &&
      !unless?.test(matter.words),
  };
}

function hasCode({ codes = [], says }: Rule, matter: Matter): boolean {
  if (matter.code !== undefined) {
    const code = matter.code.toString();
    return codes.some((beginning) => code.startsWith(beginning));
  }
  const stated = leadingDigit(matter) ?? (says ? '5' : undefined);
  return stated !== undefined && codes.includes(stated);
}

function enhancedPattern(codes: readonly string[]): RegExp {
  const alternatives = codes.map((code) =>
    code.replaceAll('.', '\\.').replace('X', '[245]').replace('*', '\\d+'),
  );
  return new RegExp(`^(?:${alternatives.join('|')})$`);
}
