import { expect, it } from 'vitest';
import { parseAddress } from './parse-address.ts';
import { suggestRepair, suggestWithoutPrefix } from './suggest-repair.ts';
import { createHostileText, findSlowLength } from '../../../../tests/support/growth.ts';

it.each([
  ['jane@gmail,com', 'jane@gmail.com'],
  ['jane@gmail;com', 'jane@gmail.com'],
  ['jane@gmail .com', 'jane@gmail.com'],
  ['jane@gmail. com', 'jane@gmail.com'],
  ['jane@gmail com', 'jane@gmail.com'],
  ['jane@gmail..com', 'jane@gmail.com'],
  ['jane@gmail.,com', 'jane@gmail.com'],
  ['jane@.gmail.com', 'jane@gmail.com'],
  ['jane@@gmail.com', 'jane@gmail.com'],
  ['jane @gmail.com', 'jane@gmail.com'],
  ['jane\u00a0@gmail.com', 'jane@gmail.com'],
  ['jane@ example.com', 'jane@example.com'],
  ['jane@example,com', 'jane@example.com'],
  ['jane@yahoo.co,uk', 'jane@yahoo.co.uk'],
  ['jane@gmial,com', 'jane@gmail.com'],
  ['jane@gmailcom', 'jane@gmail.com'],
  ['jane@orangefr', 'jane@orange.fr'],
  ['jane@gmail', 'jane@gmail.com'],
  ['jane@gmai', 'jane@gmail.com'],
  ['jane@iclou', 'jane@icloud.com'],
  ['jane AT example DOT com', 'jane@example.com'],
  ['jane(at)example(dot)com', 'jane@example.com'],
  ['jane@example[.]com', 'jane@example.com'],
  ['jane [at] example.com', 'jane@example.com'],
  ['\u201cjane@example.com\u201d', 'jane@example.com'],
  ['jane@my\u2011company.example', 'jane@my-company.example'],
  ['jane@example.com\u00bb', 'jane@example.com'],
  ['<jane@gmail.com', 'jane@gmail.com'],
])('suggests for %j: %s', (text, meant) => {
  expect(parseAddress(text).valid).toBe(false);
  expect(suggestRepair(text)).toBe(meant);
});

it.each([
  '',
  'N/A',
  '@jane',
  'abc 123@gmail.com',
  'jane doe@gmail.com',
  'jane,doe@gmail.com',
  'jane@hotmail',
  'jane@intranet',
  'user@[192.0.2.1]',
  'a@b.com, c@d.com',
  'meet me at the dot',
  'see v1@2,0',
  '@'.repeat(1000),
])('suggests nothing for %j', (text) => expect(suggestRepair(text)).toBeUndefined());

it.each(['@', ' ', '. ', ',', ' at ', '(at)', 'a@', 'a.b@c,'])(
  'takes linear time for a text full of %j',
  (pump) => {
    expect(
      findSlowLength(suggestRepair, (length) => createHostileText(length, pump, 'a@', '!')),
    ).toBeUndefined();
  },
);

it.each([
  ['100^N^jane@example.com', 'jane@example.com'],
  ['name/jane@example.com', 'jane@example.com'],
  ['#jane@example.com', 'jane@example.com'],
  ['1.jane.doe@example.com', 'jane.doe@example.com'],
  ['01_jane@example.com', 'jane@example.com'],
  ['-jane@example.com', 'jane@example.com'],
  ['jane@example.com', undefined],
  ['jane.doe@example.com', undefined],
  ['jane+shop@example.com', undefined],
  ['jane_x.com#EXT#@example.onmicrosoft.com', undefined],
  ['bounce+jane=x.com@example.com', undefined],
  ['SRS0=ab=cd=x.com=jane@example.com', undefined],
  ['"a#b"@example.com', undefined],
])('suggests for %s without a mailbox: %s', (address, meant) =>
  expect(suggestWithoutPrefix(address)).toBe(meant),
);
