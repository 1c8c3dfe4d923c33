import { expect, it } from 'vitest';
import { escapeControlCharacters } from './escape-control-characters.ts';

it.each([
  ['a control sequence', 'a\u001b[2J\u0007', 'a\\u001b[2J\\u0007'],
  ['a C1 control character', 'a\u009b2J\u007f', 'a\\u009b2J\\u007f'],
  ['a bidirectional override', 'a\u202ecsv.exe\u2066', 'a\\u202ecsv.exe\\u2066'],
  ['a carriage return and a tab', 'a\rb\tc', 'a\\u000db\\u0009c'],
])('escapes %s', (_, text, expected) => expect(escapeControlCharacters(text)).toBe(expected));

it('keeps line breaks, letters and the meaning of JSON', () => {
  expect(escapeControlCharacters('Zoë\n名前 👩🏽‍💻')).toBe('Zoë\n名前 👩🏽‍💻');
  const value = { name: 'a\u001b\u009b\u202e\n' };
  expect(JSON.parse(escapeControlCharacters(JSON.stringify(value)))).toEqual(value);
});
