import { expect, it } from 'vitest';
import { anyOf } from './any-of.ts';

it.each([
  [[/\bfull\b|quota/, /\bno (room|space)\b/], '\\b(?:full\\b|no (room|space)\\b)|quota'],
  [[/a|b/, /c/], 'a|b|c'],
  [[/\ba/], '\\b(?:a)'],
  [[/\b(a|b)|[|)]c|\|d/], '\\b(?:(a|b))|[|)]c|\\|d'],
  [[/(?<!not )\blisted|x/], '(?<!not )\\blisted|x'],
])('%s is %s', (patterns, source) => {
  expect(anyOf(patterns).source).toBe(source);
});
