import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitCreditNote, sumCents } from './credited-lines.ts';

const line = { id: 'il_1', version: 'pack_5000_v1', cents: 2000, proration: false, quantity: 1 };
const invoice = { lines: [line], netCents: 2000, vatCents: 400 };
const note = (cents: number, of = 'il_1') => ({ lines: [{ line: of, cents }] });

it.each([
  ['a part, excluding its VAT', 1200, [], 1000],
  ['a part whose net amount must be rounded', 100, [], 83],
  ['all of it', 2400, [], 2000],
  ['the rest that earlier notes have left, to the cent', 2297, [note(86)], 1914],
  ['its share next to a note with a custom line', 1200, [note(500), note(500, 'cnli_1')], 1000],
  ['no more than the rest', 9999, [note(86)], 1914],
] as const)('credits %s', (_, cents, earlier, net) => {
  expect(splitCreditNote(invoice, earlier, cents)).toEqual([{ line: 'il_1', cents: net }]);
});

it('credits nothing that is already credited, and no lines with a negative amount', () => {
  expect(splitCreditNote(invoice, [note(2000)], 1)).toEqual([]);
  const back = { ...line, id: 'il_2', cents: -500 };
  expect(splitCreditNote({ lines: [line, back], netCents: 1500, vatCents: 0 }, [], 750)).toEqual([
    { line: 'il_1', cents: 1000 },
  ]);
});

it('credits the rounded net amount in total, whatever the number of lines', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 7 });
  fc.assert(
    fc.property(amounts, fc.double({ min: 0, max: 1, noNaN: true }), (cents, part) => {
      const lines = cents.map((amount, at) => ({ ...line, id: `il_${at}`, cents: amount }));
      const netCents = sumCents(lines);
      const credited = Math.round(netCents * 1.2 * part);
      const vatCents = Math.round(netCents * 0.2);
      const expected =
        netCents + vatCents - credited < 1
          ? netCents
          : Math.round(netCents * (credited / (netCents + vatCents)));
      expect(sumCents(splitCreditNote({ lines, netCents, vatCents }, [], credited))).toBe(expected);
    }),
  );
});
