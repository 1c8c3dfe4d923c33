import { describe, expect, it } from 'vitest';
import { classifyReply } from './classify-reply.ts';
import { OUTCOMES, type Example, type Rule } from './rule.ts';
import { RULES } from './rules/table.ts';

const read = (rule: Rule, example: Example) =>
  classifyReply({
    ...(typeof example === 'string' ? { stage: 'rcpt' as const, reply: example } : example),
    ...(rule.providers === undefined ? {} : { provider: rule.providers[0] }),
  });

// Each rule decides its own examples, so none is unreachable behind the rules before it.
describe.each(RULES)('$id', (rule) => {
  it.each(rule.examples)('decides %j', (example) => {
    const { status, reason } = OUTCOMES[rule.outcome];
    expect(read(rule, example)).toMatchObject({ rule: rule.id, status, reason });
  });
});

it('gives every rule an id of its own', () => {
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
});
