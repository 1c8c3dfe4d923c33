import { expect, it } from 'vitest';
import { removeDescriptions, removeServerMembers } from './strip-descriptions.ts';

it.each([
  ['count()', "count('Credits charged so far')"],
  ['z.optional(flag(), 1)', "z.optional(flag('It\\'s the `state`, (or not)'), 1)"],
  ['count(\n\n)', 'count(\n  "The customer\'s credits",\n)'],
  ['z.enum(A)', "z.enum(A).check(z.describe('Verdict'))"],
  ['z.enum(A)\n\n', "z.enum(A).check(\n  z.describe('Verdict'),\n)"],
  ['z.int().check(z.minimum(1))', "z.int().check(z.minimum(1), z.describe('From 1'))"],
  ['z.enum(A)', 'z.enum(A).check(z.describe(description))'],
  [
    'const one = (max: number) => 1; one(2)',
    "const one = (description: string, max: number) => 1; one('A', 2)",
  ],
])('keeps %j of %j', (expected, code) => {
  expect(removeDescriptions(code)).toBe(expected);
});

it.each(['z.describe(TEXT)', 'z.describe(`from ${MIN}`)'])('rejects %s', (description) => {
  expect(() => removeDescriptions(`z.int().check(${description})`)).toThrow('not a literal');
});

it('removes what only the server needs of a route', () => {
  const row = "path: '/api/a',\n limit: 'a_ip',\n errors: [\n 'b', ...c],\n body";
  expect(removeServerMembers(row)).toBe("path: '/api/a',\n \n \n\n body");
});
