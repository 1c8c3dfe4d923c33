import { readFileSync } from 'node:fs';
import { writeOds } from 'hucre/ods';
import { type WriteOptions, writeXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import {
  type InspectionFinding,
  inspectFile,
} from '../../features/lists/upload/file/inspect-file.ts';
import { type WorkbookFinding, readWorkbook } from './read-workbook.ts';

/** A workbook created with XlsxWriter; tests/data/README.md describes it. */
const CONTACTS = readFileSync(new URL('../../../../tests/data/contacts.xlsx', import.meta.url));

async function read(bytes: Uint8Array, sheet?: number, now = () => 0) {
  const found: WorkbookFinding[] = [];
  const file = new File([Uint8Array.from(bytes)], 'Été 2026.v2.xlsx');
  await readWorkbook(file, sheet, now, (finding) => found.push(finding));
  const all: WorkbookFinding = Object.assign({}, ...found);
  return { ...all, found, text: await all.file?.text() };
}

const writeWorkbook = (sheets: WriteOptions['sheets'], more: Partial<WriteOptions> = {}) =>
  writeXlsx({ sheets, ...more });

it('converts a sheet to CSV, whatever its cells contain', async () => {
  const { sheets, sheet, file, text } = await read(CONTACTS, 1);
  expect({ sheets, sheet }).toEqual({ sheets: ['Notes', 'Clients 2026'], sheet: 1 });
  expect(file?.name).toBe('Été 2026.v2.csv');
  expect(text?.split('\r\n')).toEqual([
    'sep=;',
    '"No";"Name";"E-mail";"Since";"Phone";"Paid";"Sum"',
    '"1";"Zoé ""Zed"" Martin";"zoe@customer.test";"2024-05-01";"33612345678";"TRUE";"2"',
    '"2";"Doe; Jane";"Jane Doe <jane@customer.test>";"2025-01-31 13:30:00";"0.1";"FALSE";"ab"',
    '',
    '"4";"line\nbreak";"not an address";"09:05:00"',
    '"5";"李小龙";"ZOE@customer.test";;"-1.5";"TRUE";"#N/A"',
    '',
  ]);
});

it('produces a list for which the address column is proposed', async () => {
  const { file } = await read(CONTACTS, 1);
  const found: InspectionFinding[] = [];
  if (file) await inspectFile({ file }, (finding) => found.push(finding));
  expect(Object.assign({}, ...found)).toMatchObject({
    preview: { proposed: 2, header: true, separator: ';', columns: 7 },
    counts: {
      rows: 6,
      header: 1,
      blank: 1,
      without: 0,
      duplicates: 1,
      malformed: 1,
      verified: 2,
    },
  });
});

it('starts with the sheet that has the most addresses, and reports the count of each sheet', async () => {
  expect(await read(CONTACTS)).toMatchObject({
    sheet: 1,
    addresses: [0, 3],
    text: expect.stringMatching(/^sep=;\r\n"No"/),
  });
  expect((await read(CONTACTS, 0)).addresses).toBeUndefined();
});

it('limits the time to search for the sheet with the addresses', async () => {
  const rows = Array.from({ length: 2000 }, (_, row) => [`p${row}@b.fr`]);
  const sheets = [
    { name: 'Notes', rows: [['none']] },
    { name: 'Long', rows },
    { name: 'Other', rows: [...rows, ...rows] },
  ];
  let at = 0;
  const found = await read(await writeWorkbook(sheets), undefined, () => (at += 10));
  expect(found).toMatchObject({ sheet: 1, addresses: [0, undefined, undefined] });
});

it('starts with the first sheet that has a row if no sheet has an address', async () => {
  const sheets = [
    { name: 'Hidden', hidden: true, rows: [['h@b.fr']] },
    { name: 'Blank', rows: [['', null]] },
    { name: 'List', rows: [[null], ['none']] },
  ];
  const bytes = await writeWorkbook(sheets);
  expect(await read(bytes)).toMatchObject({
    sheets: ['Blank', 'List'],
    sheet: 1,
    text: 'sep=;\r\n\r\n"none"\r\n',
  });
  expect(await read(bytes, 0)).toMatchObject({ sheet: 0, fault: 'empty', text: undefined });
});

it('reports the number of rows, and keeps their order', async () => {
  const rows = Array.from({ length: 25_000 }, (_, row) => [`p${row}@b.fr`]);
  const { found, text } = await read(await writeWorkbook([{ name: 'a', rows }]));
  expect(found.flatMap(({ rows: count }) => count ?? [])).toEqual([10_000, 20_000]);
  expect(text).toBe(`sep=;\r\n${rows.map(([cell]) => `"${cell}"\r\n`).join('')}`);
});

it('rejects a sheet that exceeds the maximum size of a list', async () => {
  const rows = Array.from({ length: 3300 }, () => ['x'.repeat(32_000)]);
  expect(await read(await writeWorkbook([{ name: 'a', rows }]))).toMatchObject({ fault: 'large' });
});

const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const ole2 = (...parts: Uint8Array[]) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000), ...parts]);

it.each([
  [
    'protected by a password',
    'password',
    () => writeWorkbook([{ name: 'a' }], { encryption: { password: 'p', spinCount: 1 } }),
  ],
  [
    'with a stream name that only starts like that of an encrypted one',
    'old',
    () => ole2(utf16('EncryptedPack'), utf16('Workbook')),
  ],
  ['of Excel 97', 'old', () => ole2(utf16('Workbook'))],
  ['cut off', 'damaged', () => CONTACTS.subarray(0, 3000)],
  ['of another program', 'format', () => writeOds({ sheets: [{ name: 'a', rows: [['a@b.fr']] }] })],
])('reports why it cannot read a workbook %s', async (_, fault, bytes) => {
  expect(await read(await bytes())).toMatchObject({ fault, text: undefined });
});
