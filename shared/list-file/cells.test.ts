import { describe, expect, it } from 'vitest';
import { addressOfCell } from './address-cell.ts';
import { findHeader } from './header.ts';
import { readAddress } from '../../packages/verifier/src/address/read-address.ts';
import { createHostileText, findSlowLength } from '../../tests/support/growth.ts';

describe('addressOfCell', () => {
  it.each([
    ['a@b.fr', 'a@b.fr'],
    ['  a@b.fr\t', 'a@b.fr'],
    ['\u00a0a@b.fr\u202f', 'a@b.fr'],
    ['\ufeffa@\u200bb.fr\u200e', 'a@b.fr'],
    ['Jean Dupont <a@b.fr>', 'a@b.fr'],
    ['"Dupont, Jean" <A@b.fr> ', 'A@b.fr'],
    ['<a@b.fr>', 'a@b.fr'],
    ['mailto:a@b.fr', 'a@b.fr'],
    ['MAILTO:a@b.fr?subject=x', 'a@b.fr'],
    ['Jean <mailto:a@b.fr>', 'a@b.fr'],
    ['"a@b.fr"', 'a@b.fr'],
    ["'a@b.fr'", 'a@b.fr'],
    ['a@b.fr;', 'a@b.fr'],
    ['a@b.fr ,', 'a@b.fr'],
    ['"john doe"@b.fr', '"john doe"@b.fr'],
    ["o'neil@b.fr", "o'neil@b.fr"],
    ['o´neil@b.fr', "o'neil@b.fr"],
    ['"a@b.fr', 'a@b.fr'],
    ['a@b.fr"', 'a@b.fr'],
    ['no address', 'no address'],
    ['Jean <>', 'Jean <>'],
    [' \u00a0 ', ''],
  ])('reads %j as %j', (cell, address) => {
    expect(addressOfCell(cell)).toBe(address);
  });

  const pumps = ['<', '<@', '" ', ' ', ';', '\u200e', '"', "'@", 'a', '\u0301\u0316'];
  it.each(pumps)('takes linear time for a cell full of %j', (pump) => {
    for (const [start, end] of [
      ['', ''],
      ['x', 'x'],
      ['"', 'x'],
      ['<', '>'],
    ]) {
      const cell = (length: number) => createHostileText(length, pump, start, end);
      expect(findSlowLength(addressOfCell, cell)).toBeUndefined();
      expect(findSlowLength((text) => readAddress(addressOfCell(text)), cell)).toBeUndefined();
      expect(findSlowLength((text) => findHeader([[text], ['a@b.fr']], 0), cell)).toBeUndefined();
    }
  });

  it('treats an overlong cell as malformed, whatever it starts with', () => {
    const blanks = ' '.repeat(2000);
    expect(readAddress(addressOfCell(`a@b.fr${blanks}x`))).toBeUndefined();
    expect(addressOfCell(`${blanks}a@b.fr${blanks}`)).toBe('a@b.fr');
  });
});

describe('findHeader', () => {
  it.each([
    ['email', '', true],
    ['E-Mail', '', true],
    ['Adresse électronique', 'x', true],
    ['email_address', 'x', true],
    ['メールアドレス', 'x', true],
    ['Mailadresse', 'x', true],
    ['Correo electrónico', 'x', true],
    ['Indirizzo di posta', 'x', true],
    ['Endereço', 'x', true],
    ['E-mailadres', 'x', true],
    ['Adres e-mail', 'x', true],
    ['Электронная почта', 'x', true],
    ['邮箱', 'x', true],
    ['Courriel', '', true],
    ['contact', 'a@b.fr', true],
    ['contact', 'c', false],
    ['mailbox-less', 'x', false],
    ['email@b.fr', 'a@b.fr', false],
    ['a＠mail.com', 'b＠mail.com', false],
    ['mailto:a%40mail.com', 'x', false],
    ['連絡先', 'a＠b.jp', true],
    ['', 'a@b.fr', true],
  ])('%j above %j is a header: %s', (first, below, header) => {
    expect(findHeader([[first], [below]], 0) === 0).toBe(header);
  });

  it.each([
    ['below titles', [['Export'], ['Name', 'E-mail'], ['Zoe', 'a@b.fr']], 1, 1],
    [
      'above a row without an address',
      [
        ['correo', 'n'],
        ['', 'Zoe'],
        ['a@b.fr', 'Luc'],
      ],
      0,
      0,
    ],
    ['above an address without its @', [['email'], ['ivan.mail.ru'], ['a@b.fr']], 0, 0],
    ['above a contact without an email', [['Email'], ['no email'], ['a@b.fr']], 0, 0],
    ['only if a name is known', [['nobody'], ['nothing'], ['a@b.fr']], 0, -1],
    ['only above the first address', [['a@b.fr'], ['email'], ['c@d.fr']], 0, -1],
  ])('finds the header %s', (_, rows, column, at) => {
    expect(findHeader(rows, column)).toBe(at);
  });
});
