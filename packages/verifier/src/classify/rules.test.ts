import { describe, expect, it } from 'vitest';
import { classifyReply } from './classify-reply.ts';
import { MEANINGS } from './rules/rule.ts';
import { RULES } from './rules/table.ts';
import { WORD_LISTS } from './rules/word-lists.ts';
import { readLabeledReplies, readRuleExamples } from '../../tests/labeled-replies.ts';

/** Maximum phrase length that support staff can read at a glance. */
const LONGEST_PHRASE = 200;

const sent = new Set(
  readLabeledReplies('collected').map(({ stage, reply }) => `${stage} ${reply}`),
);

const examples = Map.groupBy(readRuleExamples(), ({ rule }) => rule);

// Each rule must match its own examples, which shows that no earlier rule matches them.
describe.each(RULES)('$id', (rule) => {
  const own = examples.get(rule.id) ?? [];

  it.each(own)('matches $reply', ({ stage, reply }) => {
    const { status, reason } = MEANINGS[rule.meaning];
    const [provider] = rule.providers ?? [];
    const input = { stage, reply, ...(provider !== undefined && { provider }) };
    expect(classifyReply(input)).toMatchObject({ rule: rule.id, status, reason });
  });

  it('has a collected reply as its first example', () => {
    expect(sent).toContain(`${own[0]?.stage} ${own[0]?.reply}`);
  });

  it('has only short phrases', () => {
    const phrases = [...(rule.phrases ?? []), ...(rule.links ?? []), ...(rule.unless ?? [])];
    const long = phrases.filter((phrase) => phrase.length > LONGEST_PHRASE);
    expect(long).toEqual([]);
  });
});

it('gives every rule a unique id and examples', () => {
  const ids = RULES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...examples.keys()].toSorted()).toEqual(ids.toSorted());
});

it.each([...WORD_LISTS])(
  'the word list %s has only short entries that are not empty',
  (_, words) => {
    expect(words.filter(({ length }) => length === 0 || length > LONGEST_PHRASE)).toEqual([]);
  },
);
