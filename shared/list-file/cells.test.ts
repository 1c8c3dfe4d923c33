import { describe, expect, it } from 'vitest';
import { addressOfCell } from './address-cell.ts';
import { isHeader } from './header.ts';

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
    ['"a@b.fr', 'a@b.fr'],
    ['a@b.fr"', 'a@b.fr'],
    ['no address', 'no address'],
    ['Jean <>', 'Jean <>'],
    [' \u00a0 ', ''],
  ])('%j is %j', (cell, address) => {
    expect(addressOfCell(cell)).toBe(address);
  });

  it('takes time in proportion to the length of hostile cells', () => {
    const started = performance.now();
    for (const unit of ['<', '<@', '" ', ' ', ';', '\u200e'])
      addressOfCell(unit.repeat(65_536 / unit.length));
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe('isHeader', () => {
  it.each([
    ['email', undefined, true],
    ['E-Mail', undefined, true],
    ['Adresse électronique', 'x', true],
    ['email_address', undefined, true],
    ['Courriel', '', true],
    ['contact', 'a@b.fr', true],
    ['contact', 'c', false],
    ['mailbox-less', 'x', false],
    ['email@b.fr', 'a@b.fr', false],
    ['', 'a@b.fr', true],
  ])('%j above %j: %s', (first, below, header) => {
    expect(isHeader(first, below)).toBe(header);
  });
});
