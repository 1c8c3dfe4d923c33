import { describe, expect, it } from 'vitest';
import { classifyReply } from './classify-reply.ts';
import { MEANINGS, type Example, type Rule } from './rule.ts';
import { RULES } from './rules/table.ts';
import { WORD_LISTS } from './rules/word-lists.ts';
import { labelledReplies } from '../../../tests/support/engine/labelled-replies.ts';

/** What a support person reads at a glance. */
const LONGEST_PHRASE = 200;

const sent = new Set(labelledReplies('collected').map(({ stage, reply }) => `${stage} ${reply}`));

const inputOf = (example: Example) =>
  typeof example === 'string' ? { stage: 'rcpt' as const, reply: example } : example;

const read = (rule: Rule, example: Example) =>
  classifyReply({
    ...inputOf(example),
    ...(rule.providers === undefined ? {} : { provider: rule.providers[0] }),
  });

// Each rule decides its own examples, so none is unreachable behind the rules before it.
describe.each(RULES)('$id', (rule) => {
  it.each(rule.examples)('decides %j', (example) => {
    const { status, reason } = MEANINGS[rule.meaning];
    expect(read(rule, example)).toMatchObject({ rule: rule.id, status, reason });
  });

  it('has a reply that a server sent as its first example', () => {
    const { stage, reply } = inputOf(rule.examples[0]);
    expect(sent).toContain(`${stage} ${reply}`);
  });

  it('has short phrases only', () => {
    const phrases = [...(rule.phrases ?? []), ...(rule.links ?? []), ...(rule.unless ?? [])];
    const long = phrases.filter((phrase) => phrase.length > LONGEST_PHRASE);
    expect(long).toEqual([]);
  });
});

it('gives every rule an id of its own', () => {
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
});

it.each([...WORD_LISTS])('the words of %s are short, and none is empty', (_, words) => {
  expect(words.filter(({ length }) => length === 0 || length > LONGEST_PHRASE)).toEqual([]);
});
