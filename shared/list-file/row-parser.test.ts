import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type QuoteMode, createRowParser } from './row-parser.ts';
import type { Separator } from './separator.ts';

const QUOTES: readonly QuoteMode[] = ['checked', 'trusted', 'none'];
const SEPARATORS: readonly Separator[] = [';', ',', '\t', '|', null];

const parseRows = (pieces: readonly string[], separator: Separator, quotes: QuoteMode) => {
  const rowsOf = createRowParser({ separator, quotes, width: 2 });
  return [...pieces.flatMap((piece) => [...rowsOf(piece, false)]), ...rowsOf('', true)];
};

/** Returns the rows that csv-parse returns for a string; undefined if it throws. */
const parseWithCsvParse = (
  text: string,
  separator: Separator,
  quotes: QuoteMode,
): string[][] | undefined => {
  try {
    return parse(text, {
      delimiter: separator ?? '\0',
      quote: quotes === 'none' ? false : '"',
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
    });
  } catch {
    // csv-parse throws for an unclosed quote.
    return undefined;
  }
};

it('parses any text like csv-parse, wherever it is split into pieces', () => {
  // The texts contain no @: unlike csv-parse, our parser does not let a quote swallow addresses.
  const token = fc.constantFrom('a', 'é', '"', '""', ';', ',', '\t', '|', '\n', '\r', '\r\n', ' ');
  fc.assert(
    fc.property(
      fc.array(fc.array(token, { maxLength: 6 }), { maxLength: 8 }),
      fc.constantFrom(...SEPARATORS),
      fc.constantFrom(...QUOTES),
      (tokens, separator, quotes) => {
        const pieces = tokens.map((each) => each.join(''));
        const text = pieces.join('');
        const expected =
          parseWithCsvParse(text, separator, quotes) ?? parseRows([text], separator, quotes);
        expect(parseRows(pieces, separator, quotes)).toEqual(expected);
        expect(parseRows([...text], separator, quotes)).toEqual(expected);
      },
    ),
    { seed: 4180, numRuns: 1000 },
  );
});

const parseWhole = (text: string, width: number, pieceLength = text.length): string[][] => {
  const rowsOf = createRowParser({ separator: ',', quotes: 'checked', width });
  const rows: string[][] = [];
  for (let at = 0; at < text.length; at += pieceLength)
    for (const row of rowsOf(text.slice(at, at + pieceLength), false)) rows.push([...row]);
  for (const row of rowsOf('', true)) rows.push([...row]);
  return rows;
};

const repeat = (rowOf: (number: number) => string, count: number): string =>
  Array.from({ length: count }, (_, number) => rowOf(number)).join('');

it('repairs the same rows wherever a text is split into pieces', () => {
  const token = fc.constantFrom('a@b.fr', 'x', '"', '""', '\\"', ',', ',', '\n', '"y,z"', '"a"b');
  fc.assert(
    fc.property(
      fc.array(token, { maxLength: 40 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 9 }),
      (tokens, width, pieceLength) => {
        const text = tokens.join('');
        expect(parseWhole(text, width, pieceLength)).toEqual(parseWhole(text, width));
      },
    ),
    { seed: 4180, numRuns: 1000 },
  );
});

it.each([
  ['an unclosed quote', 3, (row: number) => `"a${row}@b.fr","Paris","Jean\n`],
  ['an unclosed quote in the middle', 4, (row: number) => `a${row}@b.fr,"Paris,"Jean","x"\n`],
  ['unescaped quotes', 4, (row: number) => `"a${row}@b.fr","J "G", D","P "V", x","y"\n`],
  ['quotes escaped by a backslash', 3, (row: number) => `"a${row}@b.fr","\\"G, D\\" x",y\n`],
  ['unescaped JSON', 3, (row: number) => `a${row}@b.fr,"{"a":"b","c":"d"}",x\n`],
])('repairs every row of a large file with %s in each row', (_, width, rowOf) => {
  const rows = parseWhole(repeat(rowOf, 20_000), width, 65_536);
  const [first] = parseWhole(rowOf(0), width);
  expect(first).toHaveLength(width);
  expect(rows).toHaveLength(20_000);
  expect(rows.map((row, number) => row.map((cell) => cell.replace(`a${number}@`, 'a0@')))).toEqual(
    rows.map(() => first),
  );
});

it.each([
  ['unclosed quotes', `${'"a,'.repeat(700)}x@y.fr\n`],
  ['quotes closed inside a cell', `${'"a"b,'.repeat(5000)}x@y.fr\n`],
  ['cells that swallow rows', `${'"a,\n'.repeat(30)}"a@b.fr\n`],
])('yields the same rows of a file of %s in any pieces once repairs are used up', (_, row) => {
  const text = row.repeat(Math.ceil(300_000 / row.length));
  const rows = parseWhole(text, 3);
  expect(rows.flat().join('').match(/@/g)).toHaveLength(text.split('@').length - 1);
  for (const pieceLength of [9973, 65_536]) expect(parseWhole(text, 3, pieceLength)).toEqual(rows);
});
