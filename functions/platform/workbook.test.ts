import readWorkbook from 'read-excel-file/node';
import { expect, it } from 'vitest';
import { workbookOf } from './workbook.ts';

const SHEET = { name: 'Tamis', tooMany: () => new RangeError('too many') };

async function bytesOf(batches: AsyncIterable<string[][]>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of workbookOf(batches, SHEET)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* inOne(rows: string[][]): AsyncGenerator<string[][]> {
  yield rows;
}

it('is read by another program, each cell as the text that it is', async () => {
  const rows = [
    ['email', 'a & b', '<c>', 'reply'],
    ['+33@a.fr', '=1+1', '007', '1e5'],
    ['-x@a.fr', 'a\r\nb', ' space ', '2026-11-22'],
    ['@x', 'Zoé 🙂', '_x0041_', '"quoted"'],
  ];
  const [sheet] = await readWorkbook(await bytesOf(inOne(rows)), { trim: false });
  expect(sheet?.data).toEqual(rows);
});

it('writes what XML cannot hold by its number, and leaves out what is longer than a cell', async () => {
  const [sheet] = await readWorkbook(
    await bytesOf(inOne([['a\0b\u001b', '\ud800x', 'y'.repeat(40_000)]])),
  );
  expect(sheet?.data).toEqual([['a\0b\u001b', '\ufffdx', 'y'.repeat(32_767)]]);
});

it('holds no more cells than it can', async () => {
  const tooMany = { message: 'too many' };
  const wide = inOne([Array.from({ length: 5_000_001 }, () => '')]);
  await expect(bytesOf(wide)).rejects.toMatchObject(tooMany);
});
