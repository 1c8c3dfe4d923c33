import { expect, test } from 'vitest';
import { factsOf, classifyReplyCode } from './verdict.ts';

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
