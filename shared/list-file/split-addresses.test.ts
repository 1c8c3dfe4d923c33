import { expect, it } from 'vitest';
import { splitAddresses } from './split-addresses.ts';
import { createHostileText, findSlowLength } from '../../tests/support/growth.ts';

it.each<[string, string[]]>([
  ['a@x.com\r\n\r\nb@x.com', ['a@x.com', 'b@x.com']],
  ['a@x.com, b@x.com;c@x.com\td@x.com', ['a@x.com', 'b@x.com', 'c@x.com', 'd@x.com']],
  ['a@x.com b@x.com  c@x.com', ['a@x.com', 'b@x.com', 'c@x.com']],
  ['a@x.com，b@x.com、c@x.com；d@x.com', ['a@x.com', 'b@x.com', 'c@x.com', 'd@x.com']],
  ['• a@x.com\n•b@x.com\n- c@x.com\n* d@x.com', ['a@x.com', 'b@x.com', 'c@x.com', 'd@x.com']],
  ['1. a@x.com\n2) b@x.com\n(3) c@x.com', ['a@x.com', 'b@x.com', 'c@x.com']],
  ['1.a@x.com', ['1.a@x.com']],
  ['-a@x.com', ['-a@x.com']],
  ['["a@x.com", "B <b@x.com>"]', ['a@x.com', 'B <b@x.com>']],
  ['[{"name":"Doe, Jane","email":"a@x.com"},["b@x.com"],3,null]', ['a@x.com', 'b@x.com']],
  ["['a@x.com', 'b@x.com']", ["'a@x.com'", "'b@x.com'"]],
  ['[a@x.com]', ['a@x.com']],
  ['[a@x.com](mailto:a@x.com)', ['[a@x.com](mailto:a@x.com)']],
  ['a@x.com and b@x.com', ['a@x.com', 'b@x.com']],
  ['a@x.com, b@x.com et c@x.com & d@x.com', ['a@x.com', 'b@x.com', 'c@x.com', 'd@x.com']],
  ['a@x.com / b@x.com | c@x.com', ['a@x.com', 'b@x.com', 'c@x.com']],
  ['a@x.com/b@x.com', ['a@x.com', 'b@x.com']],
  ['"Doe, Jane" <jane@x.com>', ['"Doe, Jane" <jane@x.com>']],
  ['Jane Doe <jane@x.com>', ['Jane Doe <jane@x.com>']],
  ['Jane Doe <jane@x.com> and Al Roe <al@x.com>', ['Jane Doe <jane@x.com>', 'Al Roe <al@x.com>']],
  ['A <a@x.com>, B <b@x.com>; <c@x.com>', ['A <a@x.com>', 'B <b@x.com>', '<c@x.com>']],
  ['Doe, Jane <j@x.com>; Roe, Al <al@x.com>', ['Doe, Jane <j@x.com>', 'Roe, Al <al@x.com>']],
  ['Doe, Jane <j@x.com>', ['Doe, Jane <j@x.com>']],
  ['Doe, Jane <j@x.com>, Roe, Al <al@x.com>', ['Doe, Jane <j@x.com>', 'Roe, Al <al@x.com>']],
  ['Jane (ACME, Sales) <j@x.com>, b@x.com', ['Jane (ACME, Sales) <j@x.com>', 'b@x.com']],
  ["'Doe, Jane' <j@x.com>, b@x.com", ["'Doe, Jane' <j@x.com>", 'b@x.com']],
  ['nobody, Al <al@x.com>', ['nobody', 'Al <al@x.com>']],
  ['Jane jane@x.com Paul paul@x.com', ['Jane jane@x.com', 'Paul paul@x.com']],
  ['Jane Doe jane@x.com', ['Jane Doe jane@x.com']],
  ['a@x.com <mailto:a@x.com>', ['a@x.com <mailto:a@x.com>']],
  ['not-an-address\na@x.com', ['not-an-address', 'a@x.com']],
  ['not-an-address, a@x.com; n/a', ['not-an-address', 'a@x.com', 'n/a']],
  ['a@x.com nobody b@x.com', ['a@x.com', 'nobody', 'b@x.com']],
  ['jane@example,com', ['jane@example,com']],
  ['o&#039;neil@x.com; b@x.com', ['o&#039;neil@x.com', 'b@x.com']],
  ['Al &lt;a@x.com&gt;;&#x42; &lt;b@x.com&gt;', ['Al &lt;a@x.com&gt;', '&#x42; &lt;b@x.com&gt;']],
  [' \n;, \t', []],
])('splits %j into %j', (text, parts) => expect(splitAddresses(text)).toEqual(parts));

it('splits a long line', () => {
  const addresses = Array.from({ length: 500 }, (_, at) => `jane.doe${at}@example.com`);
  for (const separator of [',', ', ', '; ', ' ', '\n'])
    expect(splitAddresses(addresses.join(separator))).toEqual(addresses);
});

it.each([
  '"',
  '<',
  'a@b.c ',
  'a@b.c,',
  '[',
  'x ',
  'a <a@b.c> ',
  'x"a@b.co" ',
  '1) ',
  '@',
  '> ',
  '&#39;',
])('takes linear time for a text full of %j', (pump) => {
  for (const end of ['', 'x', '"', '>'])
    expect(
      findSlowLength(splitAddresses, (length) => createHostileText(length, pump, 'a@b.c', end)),
    ).toBeUndefined();
});
