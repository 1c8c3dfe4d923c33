import readWorkbook from 'read-excel-file/node';
import { expect, it } from 'vitest';
import { workbookOf } from './workbook.ts';

async function bytesOf(batches: AsyncIterable<string[][]>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of workbookOf(batches)) chunks.push(chunk);
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

it('holds as many rows as a sheet of Excel, and no more', async () => {
  async function* batches(count: number): AsyncGenerator<string[][]> {
    const batch = Array.from({ length: 65_536 }, () => ['']);
    for (let at = 0; at < count; at += batch.length) yield batch.slice(0, count - at);
  }
  expect((await bytesOf(batches(1_048_576))).length).toBeGreaterThan(1000);
  const tooMany = { code: 'too_many_for_sheet' };
  await expect(bytesOf(batches(1_048_577))).rejects.toMatchObject(tooMany);
  const wide = inOne(Array.from({ length: 5001 }, () => Array.from({ length: 1000 }, () => '')));
  await expect(bytesOf(wide)).rejects.toMatchObject(tooMany);
});
