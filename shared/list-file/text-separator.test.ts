import { describe, expect, it } from 'vitest';
import { createHostileText, findSlowLength } from '../../tests/support/growth.ts';
import { addressOfText, findTextSeparator } from './text-separator.ts';

const NAMES = ['anna', 'bert.holm', 'carla', 'dora', 'emil-paul', 'frida', 'gus_7', 'hanna', 'ivo'];
type Line = (name: string, at: number, host: string) => string;
/** People at five domains. */
const people = (count: number, line: Line): string[] =>
  Array.from({ length: count }, (_, at) => {
    const name = `${NAMES[at % NAMES.length]}${at >= NAMES.length ? at : ''}`;
    return line(name, at, `mill${at % 5}.example`);
  });
const find = (lines: readonly string[]) => findTextSeparator(lines.map((line) => [line]));

describe('text around every address', () => {
  it.each<[separator: string, line: Line]>([
    ['^', (name, at, host) => `${at}^N^${name}@${host}`],
    ['~', (name, _, host) => `x~${name}@${host}~Lyon`],
    ['#', (name, at, host) => `${at}#n#${name}@${host}`],
    ['/', (name, _, host) => `n/${name}@${host}`],
    ['þ', (name, _, host) => `NþM${name}þ${name}@${host}þLyon`],
    ['¦', (name, at, host) => `${at}¦${name}@${host}¦Lyon`],
    ['=', (name, _, host) => `${name}=${name}@${host}`],
    ['$', (name, at, host) => `${at}$${name}@${host}`],
    ['.', (name, at, host) => `${at + 1}.${name}@${host}`],
    ['_', (name, at, host) => `${String(at + 1).padStart(3, '0')}_${name}@${host}`],
    ['-', (name, at, host) => `${at + 1}-${name}@${host}`],
    ['-', (name, _, host) => `mail-${name}@${host}`],
    ['-', (name, _, host) => `-${name}@${host}`],
    ['+', (name, _, host) => `+${name}@${host}`],
  ])('is found behind or before %s', (separator, line) => {
    const expected = people(50, (name, _, host) => `${name}@${host}`);
    const lines = people(50, line);
    expect(find(lines)).toMatchObject({ separator, isNamed: false, address: expected[0] });
    expect(lines.map((each) => addressOfText(each, separator))).toEqual(expected);
  });

  it.each<[name: string, line: Line]>([
    ['ordinary local parts', (name, _, host) => `${name}@${host}`],
    ['first and last names', (name, at, host) => `${name}.last${at}@${host}`],
    ['names with hyphens and underscores', (name, at, host) => `a-${name}_b${at}@${host}`],
    ['tags', (name, _, host) => `${name}+shop@${host}`],
    ['a tag per customer', (name, _, host) => `shop+${name}@${host}`],
    ['guests', (name, _, host) => `${name}_${host}#EXT#@contoso.onmicrosoft.com`],
    ['sandbox users', (name, _, host) => `${name}=${host}@example.com`],
    ['bounce addresses', (name, at, host) => `bounce+${at}-${name}=${host}@lists.example`],
    ['forwarded senders', (name, at, host) => `SRS0=h${at}=tt=${host}=${name}@fwd.example`],
    ['signed senders', (name, at, host) => `prvs=${1000 + at}ab=${name}@${host}`],
    ['routed addresses', (name, _, host) => `${name}%${host}@relay.example`],
    ['numbers of customers', (name, at, host) => `${at * 37}.${name}@${host}`],
    ['phone numbers', (_, at) => `+3361234567${at}@sms.example`],
    ['names in brackets', (name, at, host) => `N^${at} <${name}@${host}>`],
    ['one mailbox', (_, at, host) => `n${at}^info@${host}`],
  ])('is not found in %s', (_, line) => expect(find(people(60, line))).toBeUndefined());

  it.each([
    [9, 0, false],
    [10, 0, true],
    [49, 1, false],
    [50, 5, true],
    [50, 6, false],
  ])('of %i rows, %i of which differ: found is %s', (count, others, expected) => {
    const lines = people(count, (name, at, host) =>
      at >= count - others ? `${name}@${host}` : `x^${name}@${host}`,
    );
    expect(find(lines) !== undefined).toBe(expected);
  });

  it.each([
    ['id^email', true],
    ['id^name', false],
    ['email', false],
    ['id^email^city', false],
  ])('in one row below the header %s is confirmed: %s', (header, expected) => {
    expect(find([header, 'x^n.holm@x.fr'])?.isNamed ?? false).toBe(expected);
  });

  it('is searched in linear time', () => {
    for (const pump of ['^', '1.', '=', 'a@b.fr^', '-', '!#$%&*/?^{}~=+-_.©®→'])
      expect(
        findSlowLength(
          (text) => find(Array<string>(10).fill(text)),
          (length) => createHostileText(length, pump, 'x^', '@b.fr'),
        ),
      ).toBeUndefined();
  });
});
