import { parseReply, type ParsedReply, extractReplyWords } from './parse-reply.ts';
import {
  MEANINGS,
  type Meaning,
  type ReplyAction,
  type MeaningName,
  type Rule,
} from './rules/rule.ts';
import type { Classification, ReplyInput } from './types.ts';
import { phrasePattern } from './phrase.ts';
import { RULES } from './rules/table.ts';

interface RuleMatch {
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

function matchRule({ code, enhanced, withLinks }: ParsedReply, input: ReplyInput): RuleMatch {
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
function leadingDigit({
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
