import { expect, test } from 'vitest';
import { parseForm } from './form.ts';

test.each([
  ['a=1&b=x+y%26', { a: '1', b: 'x y&' }],
  ['a[b][c]=1&a[b][d]=2', { a: { b: { c: '1', d: '2' } } }],
  ['a[0][p]=1&a[1][p]=2', { a: [{ p: '1' }, { p: '2' }] }],
  ['a[]=1&a[]=2', { a: ['1', '2'] }],
  ['a%5Bb%5D=1', { a: { b: '1' } }],
  ['a=', { a: '' }],
  ['', {}],
])('parses "%s"', (encoded, form) => {
  expect(parseForm(encoded)).toEqual(form);
});

test('a parameter name cannot pollute the object prototype', () => {
  const form = parseForm('__proto__[polluted]=1&a[__proto__][polluted]=1');
  expect(Object.hasOwn({}, 'polluted')).toBe(false);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(Object.keys(form)).toContain('__proto__');
});
