import { phrasePattern } from './phrase.ts';
import { extractReplyWords, type ParsedReply } from './parse-reply.ts';
import { MEANINGS, type MeaningName, type Rule } from './rules/rule.ts';
import { RULES } from './rules/table.ts';
import type { ReplyInput } from './types.ts';

export interface RuleMatch {
  id: string;
  meaning: MeaningName;
}

/** The match for a reply that has no code and matches no rule. */
const UNREADABLE_MATCH: RuleMatch = { id: 'unreadable', meaning: 'server_error' };

interface MatchInput
  extends Pick<ParsedReply, 'code' | 'enhanced'>, Pick<ReplyInput, 'stage' | 'provider'> {
  mayLimitRecipients: boolean;
  words: string;
  /** Ids of the rules whose `links` matched. */
  linked: readonly string[];
}

interface CompiledRule extends RuleMatch {
  matches(subject: MatchInput): boolean;
}

const COMPILED_RULES: readonly CompiledRule[] = RULES.map(compile);

const LINK_RULES = RULES.flatMap(({ id, links }) =>
  links ? [{ id, pattern: new RegExp(links.map(literal).join('|')) }] : [],
);

/** Maximum cached matches. Servers send few distinct replies, so a full cache is simply cleared. */
const MAX_CACHED_MATCHES = 2000;
const cachedMatches = new Map<string, RuleMatch>();

export function matchRule(
  { code, enhanced, withLinks }: ParsedReply,
  input: ReplyInput,
): RuleMatch {
  const { stage, provider, mayLimitRecipients = true } = input;
  const words = extractReplyWords(withLinks);
  const linked = LINK_RULES.filter(({ pattern }) => pattern.test(withLinks)).map(({ id }) => id);
  const replyKey = `${code} ${enhanced} ${linked.join()} ${words}`;
  const key = `${stage} ${provider} ${mayLimitRecipients} ${replyKey}`;
  const cached = cachedMatches.get(key);
  if (cached) return cached;

  const subject: MatchInput = {
    stage,
    provider,
    mayLimitRecipients,
    code,
    enhanced,
    words,
    linked,
  };
  const match = COMPILED_RULES.find((rule) => rule.matches(subject)) ?? UNREADABLE_MATCH;
  if (cachedMatches.size === MAX_CACHED_MATCHES) cachedMatches.clear();
  cachedMatches.set(key, match);
  return match;
}

/** Falls back to the enhanced code if the basic code is missing. */
export function leadingDigit({
  code,
  enhanced,
}: Pick<ParsedReply, 'code' | 'enhanced'>): string | undefined {
  return (code?.toString() ?? enhanced)?.[0];
}

function compile(rule: Rule): CompiledRule {
  const phrases = rule.phrases && phrasePattern(rule.phrases);
  const unless = rule.unless && phrasePattern(rule.unless);
  const enhanced = rule.enhanced && enhancedPattern(rule.enhanced);
  const rcptOnly = MEANINGS[rule.meaning].about === 'recipient';
  return {
    id: rule.id,
    meaning: rule.meaning,
    matches: (subject) =>
      (subject.stage === 'rcpt' || !rcptOnly) &&
      (subject.mayLimitRecipients || rule.meaning !== 'too_many_recipients') &&
      (!rule.stages || rule.stages.includes(subject.stage)) &&
      (!rule.providers || rule.providers.some((id) => id === subject.provider)) &&
      hasCode(rule, subject) &&
      (!enhanced || (subject.enhanced !== undefined && enhanced.test(subject.enhanced))) &&
      (!(phrases || rule.links) ||
        !!phrases?.test(subject.words) ||
        subject.linked.includes(rule.id)) &&
      !unless?.test(subject.words),
  };
}

const REFUSAL_CLASSES = ['4', '5'];

function hasCode({ codes = REFUSAL_CLASSES, phrases }: Rule, subject: MatchInput): boolean {
  if (subject.code !== undefined) {
    const code = subject.code.toString();
    return codes.some((beginning) => code.startsWith(beginning));
  }
  const stated = leadingDigit(subject) ?? (phrases ? '5' : undefined);
  return stated !== undefined && codes.includes(stated);
}

function enhancedPattern(codes: readonly string[]): RegExp {
  const alternatives = codes.map((code) =>
    code.replaceAll('.', '\\.').replace('X', '[245]').replace('*', '\\d+'),
  );
  return new RegExp(`^(?:${alternatives.join('|')})$`);
}

function literal(text: string): string {
  return text.replaceAll(/\W/g, String.raw`\$&`);
}
