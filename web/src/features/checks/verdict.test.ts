import { expect, test } from 'vitest';
import { applyCheckCost, factsOf, classifyReplyCode } from './verdict.ts';

test.each([
  ['deliverable', 9],
  ['undeliverable', 9],
  ['risky', 9],
  ['unknown', 10],
] as const)('%s leaves %i of 10 credits', (status, left) => {
  expect(applyCheckCost({ available_credit: 10 }, status)).toEqual({ available_credit: left });
});

test('omits the fact that is already the reason', () => {
  const flags = {
    catch_all: true,
    disposable: true,
    mailbox_full: false,
    role: true,
    tagged: true,
  };
  expect(factsOf({ flags, reason: 'catch_all' })).toEqual(['disposable', 'role', 'tagged']);
  const all = ['catch_all', 'disposable', 'role', 'tagged'];
  expect(factsOf({ flags, reason: 'timeout' })).toEqual(all);
});

test.each([
  [undefined, 'none'],
  [250, 'accepted'],
  [451, 'later'],
  [550, 'refused'],
])('a reply with the code %s means %s', (code, meaning) => {
  expect(classifyReplyCode(code)).toBe(meaning);
});
