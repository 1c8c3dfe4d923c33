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
