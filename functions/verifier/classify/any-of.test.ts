import { expect, it } from 'vitest';
import { anyOf, withLostLetters } from './any-of.ts';

it.each([
  [[/\bfull\b|quota/, /\bno (room|space)\b/], '\\b(?:full\\b|no (room|space)\\b)|quota'],
  [[/a|b/, /c/], 'a|b|c'],
  [[/\ba/], '\\b(?:a)'],
  [[/\b(a|b)|[|)]c|\|d/], '\\b(?:(a|b))|[|)]c|\\|d'],
  [[/(?<!not )\blisted|x/], '(?<!not )\\blisted|x'],
])('%s is %s', (patterns, source) => {
  expect(anyOf(patterns).source).toBe(source);
});

it.each([
  [/\busuario no (valid|encontr)\w+\b/, 'usu�rio no v�lido', true],
  [/\bemetteur\b/, "adresse de l'�metteur", true],
  [/\bsupprime\b/, 'compte supprim� .', true],
  [/[^e]metteur/, 'emetteur', false],
  [/\bbt\b/, 'b�', false],
])('%s with lost letters in %j: %s', (pattern, words, matches) => {
  expect(withLostLetters(pattern).test(words)).toBe(matches);
});
