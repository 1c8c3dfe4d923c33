import { expect, it } from 'vitest';
import { createHostileText, findSlowLength } from '../../../tests/support/growth.ts';
import { extractAddressesFromText } from './addresses.ts';

it.each([
  ['Ask <ada@customer.test>, or (mailto:bob@x.test).', ['ada@customer.test', 'bob@x.test']],
  ["1;'o'brien+a@mail.x.test';2", ["o'brien+a@mail.x.test"]],
  [
    '**ada@xn--exmple-cua.test**|ünï@exämple.test!',
    ['ada@xn--exmple-cua.test', 'ünï@exämple.test'],
  ],
  ['https://ada:t0ken@github.com/x,ada@x.test', ['ada@x.test']],
  ['postgres://u:p4ss@db.test:5432/x', []],
  ['key@ t0ken @x.test user@localhost v@1.2.3.4 a@b@', []],
])('finds the addresses in: %s', (text, expected) =>
  expect(extractAddressesFromText(text)).toEqual(expected),
);

it.each(['a', 'a.', 'a@', 'a@a.', 'a://', '.', '@', 'a+', 'é'])(
  'takes linear time for many repetitions of %j',
  (pump) => {
    expect(
      findSlowLength(extractAddressesFromText, (length) =>
        createHostileText(length, pump, '', '!'),
      ),
    ).toBeUndefined();
  },
);
