import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import {
  BLANK_ROW,
  RESULT_BOM,
  verifiedAddressOf,
  formatHeaderLine,
  formatResultLine,
  parseResultLine,
  resultSeparatorFor,
} from './result-format.ts';
import type { Separator } from '../../../../shared/list-file/separator.ts';

const parseCsv = (text: string, separator: Separator) =>
  parse(text, { delimiter: separator ?? ';', bom: true, relax_column_count: true });

/** The start of a formula, at the start of a cell or after a different separator. */
const FORMULA = /^[=+\-@\t\r\n\0＝＋－＠]|[,;|\t\r\n]["\0]*[=+\-@＝＋－＠]/;

describe('headerLine', () => {
  const names = (header: string[] | undefined, columns: number) =>
    parseCsv(formatHeaderLine(header, { separator: ',', columns }), ',')[0];

  it("contains the input's or generated names, and four added names", () => {
    expect(names(['Mail', 'Nom'], 2)).toEqual([
      'Mail',
      'Nom',
      'status',
      'reason',
      'suggestion',
      'address',
    ]);
    expect(names(undefined, 3)?.slice(0, 3)).toEqual(['email', 'column_2', 'column_3']);
    expect(names(['Mail'], 3)?.slice(0, 3)).toEqual(['Mail', 'column_2', 'column_3']);
  });

  it('numbers an added name that is taken, in any case and repeatedly', () => {
    expect(names(['email', 'Status', 'status_2', 'Address'], 4)?.slice(4)).toEqual([
      'status_3',
      'reason',
      'suggestion',
      'address_2',
    ]);
  });
});

describe('resultLine', () => {
  it('quotes every cell and puts the verdict in one column for all rows', () => {
    const verdict = {
      status: 'risky',
      reason: 'catch_all',
      suggestion: '=1',
      address: '+1@b.fr',
    } as const;
    const shape = { separator: resultSeparatorFor({ separator: null }), columns: 3 };
    expect(formatResultLine(['a@b.fr', 'x"y'], verdict, shape)).toBe(
      `"a@b.fr";"x""y";"";"risky";"catch_all";"'=1";"'+1@b.fr"\r\n`,
    );
  });

  it.each([
    ['-12.50 -3 +33612345678 +33~6~02~14~55~66 -12,5 +33\u202f6\u00a002', 0],
    ['+1-555-0100 +33~(0)6~02 -1.2.3 +1~2,5 - +33~6~ --1 -1e3 =1 @1 -A1 +1~A1', 12],
  ])('guards no signed number, but any other start of a formula: %s', (text, guards) => {
    const cells = text.split(' ').map((each) => each.replaceAll('~', ' '));
    const line = formatResultLine(cells, undefined, { separator: '|', columns: cells.length });
    expect(line.split(`"'`)).toHaveLength(guards + 1);
    expect(parseResultLine(line).cells).toEqual(cells);
  });

  it('restores cells, including those with a guard in the middle', () => {
    const cells = ['a;=1', 'b,"=1"', 'c\n+33', 'd|\t-1', 'e=1; f', '"', "it's; so"];
    const line = formatResultLine(cells, undefined, { separator: ',', columns: 7 });
    expect(parseResultLine(line).cells).toEqual(cells);
  });

  const verdict = {
    status: 'risky',
    reason: 'catch_all',
    suggestion: 's',
    address: 'a@b.fr',
  } as const;
  it.each([
    ['', 'x@b.fr'],
    ['a@b.fr', 'a@b.fr'],
  ])(
    'returns the verified address, or else the address in its cell (%o)',
    (address, expectedAddress) => {
      const cells = ['<x@b.fr>', ''];
      const line = formatResultLine(cells, { ...verdict, address }, { separator: ';', columns: 2 });
      const row = parseResultLine(line);
      expect(row).toEqual({ cells, suggestion: 's', address });
      expect(verifiedAddressOf(row, 0)).toBe(expectedAddress);
      expect(parseResultLine(BLANK_ROW)).toEqual({ cells: [], suggestion: '', address: '' });
    },
  );

  const separator = fc.constantFrom<Separator>(';', ',', '\t', '|', null);
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n\0＝＋－＠";,|a \'') }),
  );
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { maxLength: 8 });

  it('restores any cell, except for the documented apostrophes', () => {
    fc.assert(
      fc.property(rows, separator, (input, inputSeparator) => {
        const columns = Math.max(1, ...input.map((r) => r.length));
        const shape = { separator: resultSeparatorFor({ separator: inputSeparator }), columns };
        const text =
          RESULT_BOM + input.map((row) => formatResultLine(row, undefined, shape)).join('');
        const output = parseCsv(text, inputSeparator);
        expect(output).toHaveLength(input.length);
        for (const [at, row] of input.entries()) {
          const cells = output[at] ?? [];
          expect(cells).toHaveLength(shape.columns + 4);
          expect(cells.slice(row.length).join('')).toBe('');
          for (const [column, original] of row.entries()) {
            const found = cells[column] ?? '';
            expect(found.replaceAll("'", '')).toBe(original.replaceAll("'", ''));
          }
          for (const found of cells) expect(found).not.toMatch(FORMULA);
          const line = formatResultLine(row, undefined, shape);
          const reparsed = parseResultLine(line).cells;
          expect(formatResultLine(reparsed, undefined, shape)).toBe(line);
        }
      }),
      { seed: 4180, numRuns: 500 },
    );
  });
});
