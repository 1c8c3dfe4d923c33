import { expect, it } from 'vitest';
import { filterResult } from './filter-result.ts';

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

it('keeps the header and the rows with one answer, without blank rows', async () => {
  expect(await filtered(1)).toBe(
    '\ufeff"email";"status";"reason";"suggestion"\r\n"a@b.fr";"risky";"catch_all";""\r\n',
  );
});

it('passes over millions of blank rows in no time', async () => {
  const start = performance.now();
  await filtered(320);
  expect(performance.now() - start).toBeLessThan(1500);
});
