import { createRequire } from 'node:module';
import { inflateRawSync } from 'node:zlib';
import readWorkbook from 'read-excel-file/node';
import { expect, it } from 'vitest';
import { generateWorkbook } from './workbook.ts';

const SHEET = { name: 'Tamis', tooMany: () => new RangeError('too many') };

async function bytesOf(batches: AsyncIterable<string[][]>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of generateWorkbook(batches, SHEET)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* inOne(rows: string[][]): AsyncGenerator<string[][]> {
  yield rows;
}

it('can be read by another program, each cell as its exact text', async () => {
  const rows = [
    ['email', 'a & b', '<c>', 'reply'],
    ['+33@a.fr', '=1+1', '007', '1e5'],
    ['-x@a.fr', 'a\r\nb', ' space ', '2026-11-22'],
    ['@x', 'Zoé 🙂', '_x0041_', '"quoted"'],
  ];
  const [sheet] = await readWorkbook(await bytesOf(inOne(rows)), { trim: false });
  expect(sheet?.data).toEqual(rows);
});

it('escapes characters that XML does not allow, and truncates overlong cells', async () => {
  const [sheet] = await readWorkbook(
    await bytesOf(inOne([['a\0b\u001b', '\ud800x', 'y'.repeat(40_000)]])),
  );
  expect(sheet?.data).toEqual([['a\0b\u001b', '\ufffdx', 'y'.repeat(32_767)]]);
});

/**
 * Extracts the sheet from a workbook, which is a ZIP file with local file headers (APPNOTE.TXT
 * 4.3.7).
 */
function sheetIn(workbook: Buffer): string {
  const at = workbook.indexOf('xl/worksheets/sheet1.xml');
  const header = at - 30;
  const after = workbook.readUInt16LE(header + 26) + workbook.readUInt16LE(header + 28);
  return inflateRawSync(workbook.subarray(at + after)).toString();
}

/** The part of jsdom used here; jsdom has no type declarations. */
interface Dom {
  readonly JSDOM: new () => { readonly window: { readonly DOMParser: new () => XmlParser } };
}
interface XmlParser {
  parseFromString(xml: string, type: string): { documentElement: { tagName: string } };
}

it('is well-formed XML, whatever the cells contain', async () => {
  const { JSDOM } = createRequire(import.meta.url)('jsdom') as Dom;
  const { window } = new JSDOM();
  const all = Array.from({ length: 0x1_00_00 }, (_, unit) => `a${String.fromCharCode(unit)}b`);
  // A surrogate pair that the length limit splits, and noncharacters that XML allows.
  const cells = [...all, `${'y'.repeat(32_766)}🙂`, '\ufffe\uffff', '\u{1ffff}'];
  const workbook = await bytesOf(inOne(cells.map((cell) => [cell])));
  const { documentElement } = new window.DOMParser().parseFromString(
    sheetIn(workbook),
    'application/xml',
  );
  expect(documentElement.tagName).toBe('worksheet');
  const [sheet] = await readWorkbook(workbook, { trim: false });
  const read = (sheet?.data ?? []).map(([cell]) => String(cell));
  const isChar = (text: string) => text.isWellFormed() && !/[\ufffe\uffff]/.test(text);
  expect(read.slice(0, all.length)).toEqual(all.map((text) => (isChar(text) ? text : 'a\ufffdb')));
  expect(read.slice(all.length)).toEqual([
    `${'y'.repeat(32_766)}\ufffd`,
    '\ufffd\ufffd',
    '\u{1ffff}',
  ]);
});

it('throws if there are more cells than the limit', async () => {
  const tooMany = { message: 'too many' };
  const wide = inOne([Array.from({ length: 5_000_001 }, () => '')]);
  await expect(bytesOf(wide)).rejects.toMatchObject(tooMany);
});
