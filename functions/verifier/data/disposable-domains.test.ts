import domains from 'disposable-email-domains' with { type: 'json' };
import { expect, test } from 'vitest';
import { isListedDisposable } from './disposable-domains.ts';

/** Those beyond ASCII are not in A-labels, so no look-up asks for them. */
const listed = new Set(domains.filter((name) => /^[!-~]+$/.test(name)));

test('finds every name of the list', () => {
  expect([...listed].filter((name) => !isListedDisposable(name))).toEqual([]);
});

test('finds no other', () => {
  const some = [...listed].filter((_, at) => at % 10 === 0);
  const near = some.flatMap((name) => [`${name}x`, `0${name}`, name.slice(1)]);
  const wrong = near.filter((name) => isListedDisposable(name) && !listed.has(name));
  expect(wrong).toEqual([]);
  expect(['', '"', '[', ']', '\n', 'a', '~~~.com'].filter(isListedDisposable)).toEqual([]);
});
