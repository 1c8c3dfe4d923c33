import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Quotes, createRowParser } from './row-parser.ts';
import type { Separator } from './separator.ts';

const QUOTES: readonly Quotes[] = ['strict', 'lenient', 'none'];
const SEPARATORS: readonly Separator[] = [';', ',', '\t', '|', null];

/** The rows, or that the quotes are broken. */
const orBroken = (rows: () => readonly (readonly string[])[]) => {
  try {
    return rows();
  } catch {
    return 'broken';
  }
};

const ours = (pieces: readonly string[], separator: Separator, quotes: Quotes) =>
  orBroken(() => {
    const rowsOf = createRowParser({ separator, quotes, column: 0 });
    return [...pieces.flatMap((piece) => [...rowsOf(piece, false)]), ...rowsOf('', true)];
  });

/** What a well-known parser makes of the same text. */
const theirs = (text: string, separator: Separator, quotes: Quotes) =>
  orBroken(() =>
    parse(text, {
      delimiter: separator ?? '\0',
      quote: quotes === 'none' ? false : '"',
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: quotes === 'lenient',
    }),
  );

it('agrees with csv-parse on every text, wherever it is cut', () => {
  // Without an @ there is no address that a quote could swallow, which csv-parse does not look for.
  const token = fc.constantFrom('a', 'é', '"', '""', ';', ',', '\t', '|', '\n', '\r', '\r\n', ' ');
  fc.assert(
    fc.property(
      fc.array(fc.array(token, { maxLength: 6 }), { maxLength: 8 }),
      fc.constantFrom(...SEPARATORS),
      fc.constantFrom(...QUOTES),
      (tokens, separator, quotes) => {
        const pieces = tokens.map((each) => each.join(''));
        const text = pieces.join('');
        const expected = theirs(text, separator, quotes);
        expect(ours(pieces, separator, quotes)).toEqual(expected);
        expect(ours([...text], separator, quotes)).toEqual(expected);
      },
    ),
    { seed: 4180, numRuns: 1000 },
  );
});
