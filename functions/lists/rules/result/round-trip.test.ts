import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readRows } from '../../../../shared/list-file/rows.ts';
import type { Separator } from '../../../../shared/list-file/separator.ts';
import {
  BLANK_ROW,
  RESULT_BOM,
  formatHeaderLine,
  formatResultLine,
  parseResultLine,
  resultSeparatorFor,
} from './result-format.ts';

const ADDED_COLUMNS = ['status', 'reason', 'suggestion', 'address'];

/** Reads the rows of a result as if the result were uploaded again. */
async function rowsOf(text: string, separator: Separator): Promise<(readonly string[])[]> {
  const bytes = (async function* () {
    yield Buffer.from(text);
  })();
  const reading = { encoding: 'utf-8', quotes: 'checked', width: 6, skip: 0 } as const;
  return Array.fromAsync(readRows(bytes, { ...reading, separator }));
}

const stripGuards = (cell = ''): string =>
  cell.replaceAll(/(^|[,;|\t\r\n]"*)'(?=[=+\-@\t\r\n])/g, '$1');

const lineOf = (cells: readonly string[], address: string, separator: Separator): string =>
  formatResultLine(
    cells,
    { status: 'deliverable', reason: 'accepted', suggestion: '', address },
    { separator: resultSeparatorFor({ separator }), columns: 2 },
  );

it('reads the cells of an uploaded result, including guarded formulas', async () => {
  const separator = fc.constantFrom<Separator>(';', ',', '\t', '|');
  // No apostrophes: one before a formula character would look like our formula guard.
  const cell = fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n;",|a é') });
  const address = fc.constantFrom(
    'ada@a.fr',
    '+336@a.fr',
    '-jane@a.fr',
    '"a;b"@a.fr',
    "o'neil@a.fr",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(address, cell)),
      separator,
      async (rows, chosenSeparator) => {
        const header = formatHeaderLine(['email', 'note'], {
          separator: resultSeparatorFor({ separator: chosenSeparator }),
          columns: 2,
        });
        const lines = rows.map((cells) => lineOf(cells, cells[0], chosenSeparator));
        const [names, blank, ...read] = await rowsOf(
          RESULT_BOM + header + BLANK_ROW + lines.join(''),
          chosenSeparator,
        );
        expect(names).toEqual(['email', 'note', ...ADDED_COLUMNS]);
        expect(blank).toEqual(['']);
        expect(read).toHaveLength(rows.length);
        for (const [at, [original, note]] of rows.entries()) {
          const row = read[at] ?? [];
          expect(parseResultLine(lines[at] ?? '')).toEqual({
            cells: [original, note],
            suggestion: '',
            address: original,
          });
          // The address column and the added column contain the same text, so either can be used.
          expect(row[0]).toBe(row[5]);
          expect([row[0], row[1]].map(stripGuards)).toEqual([original, note]);
          expect(row.slice(2, 5)).toEqual(['deliverable', 'accepted', '']);
        }
      },
    ),
    { seed: 4180, numRuns: 100 },
  );
});
