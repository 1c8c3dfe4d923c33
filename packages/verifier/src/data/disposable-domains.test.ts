import community from 'disposable-email-domains-js/dist/dict/disposable_email_blocklist.json' with { type: 'json' };
import large from 'disposable-domains' with { type: 'json' };
import { getPublicSuffix } from 'tldts';
import { expect, test } from 'vitest';
import { isListedDisposableDomain } from './disposable-domains.ts';
import { DISPOSABLE_EXCEPTIONS } from './disposable-exceptions.ts';

/** Only the ASCII names, because lookups use A-labels and never match a name in Unicode. */
const listed = new Set([...community, ...large].filter((name) => /^[!-~]+$/.test(name)));

test('finds every name of both lists', () => {
  expect([...listed].filter((name) => !isListedDisposableDomain(name))).toEqual([]);
});

test('finds no other name', () => {
  const some = [...listed].filter((_, at) => at % 10 === 0);
  const near = some.flatMap((name) => [`${name}x`, `0${name}`, name.slice(1)]);
  const wrong = near.filter((name) => isListedDisposableDomain(name) && !listed.has(name));
  expect(wrong).toEqual([]);
  expect(['', '"', '[', ']', '\n', 'a', '~~~.com'].filter(isListedDisposableDomain)).toEqual([]);
});

test('excludes every public suffix, below which anyone can register a domain', () => {
  const suffixes = [...listed].filter(
    (name) => getPublicSuffix(name, { allowPrivateDomains: true }) === name,
  );
  expect(suffixes).toContain('edu.pl');
  expect(suffixes.filter((name) => !DISPOSABLE_EXCEPTIONS.has(name))).toEqual([]);
});

test('excludes only names that are still listed', () => {
  expect([...DISPOSABLE_EXCEPTIONS].filter((name) => !listed.has(name))).toEqual([]);
});
