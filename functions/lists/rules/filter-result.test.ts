import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAX_LINE_LENGTH } from '../../../shared/model/upload-limits.ts';
import { filterResult } from './filter-result.ts';
import { BLANK_ROW, RESULT_START, headerLine, resultLine } from './result-format.ts';

const BLANKS = 64 * 1024;

/** A result in pieces: as many of nothing but blank rows as wanted, then its header and rows. */
async function* result(blankPieces: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from('\ufeff');
  for (let piece = 0; piece < blankPieces; piece += 1) yield Buffer.alloc(BLANKS, '\r\n');
  yield Buffer.from('"e');
  yield Buffer.from('mail";"status";"reason";"suggestion"\r\n"a@b.fr";"risky";"catch_all";""\r\n');
  yield Buffer.from('\r\n"c@d.fr";"deliverable";"accepted";""\r\n');
}

async function filtered(blankPieces: number): Promise<string> {
  let text = '';
  for await (const chunk of filterResult(result(blankPieces), 'risky'))
    text += Buffer.from(chunk).toString();
  return text;
}

it('keeps the header and the rows with one verdict, without blank rows', async () => {
  expect(await filtered(1)).toBe(
    '\ufeff"email";"status";"reason";"suggestion"\r\n"a@b.fr";"risky";"catch_all";""\r\n',
  );
});

it('passes over millions of blank rows in no time', async () => {
  const start = performance.now();
  await filtered(320);
  expect(performance.now() - start).toBeLessThan(1500);
});

it('copies rows of any cells as they stand there, wherever the pieces are cut', async () => {
  const statuses = ['deliverable', 'undeliverable', 'risky', 'unknown', ''] as const;
  // Doubled in the result, it makes a row longer than one of a list may be.
  const long = '"'.repeat(MAX_LINE_LENGTH / 2 + 1);
  const cell = fc.oneof(
    { arbitrary: fc.constant(long), weight: 1 },
    {
      arbitrary: fc.constantFrom(
        '',
        ' ',
        '"',
        '""',
        ';',
        'a"b',
        '=1+1',
        '+33@a.fr',
        "'",
        'x\r\ny',
        'é@b.fr',
        '😀',
      ),
      weight: 8,
    },
    { arbitrary: fc.string(), weight: 8 },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(fc.array(cell, { minLength: 1, maxLength: 4 }), fc.constantFrom(...statuses)),
        { maxLength: 8 },
      ),
      fc.constantFrom(';', ',', '\t', '|', null),
      fc.integer({ min: 5000, max: 40_000 }),
      async (rows, separator, size) => {
        const shape = { separator, columns: 2 };
        const header = headerLine(undefined, shape);
        const lines = rows.map(
          ([cells, status]) =>
            [resultLine(cells, { status, reason: 'r', suggestion: '' }, shape), status] as const,
        );
        const bytes = Buffer.from(
          RESULT_START + header + lines.map(([line]) => line + BLANK_ROW).join(''),
        );
        const pieces = async function* () {
          for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
        };
        let text = '';
        for await (const chunk of filterResult(pieces(), 'risky'))
          text += Buffer.from(chunk).toString();
        const wanted = lines.filter(([, status]) => status === 'risky').map(([line]) => line);
        expect(text === RESULT_START + header + wanted.join('')).toBe(true);
      },
    ),
    { seed: 20241010, numRuns: 40 },
  );
});
