import { readFileSync } from 'node:fs';
import { unzipSync, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import {
  type InspectionFinding,
  inspectFile,
} from '../../features/lists/upload/file/inspect-file.ts';
import { type WorkbookFinding, readWorkbook } from './read-workbook.ts';

const FILES = new URL('../../../../tests/data/customer-lists/files/', import.meta.url);
const bytesOf = (name: string) => Uint8Array.from(readFileSync(new URL(name, FILES)));

async function read(bytes: Uint8Array<ArrayBuffer>): Promise<WorkbookFinding & InspectionFinding> {
  const findings: (WorkbookFinding | InspectionFinding)[] = [];
  await readWorkbook(
    new File([bytes], 'list.xlsx'),
    undefined,
    () => 0,
    (finding) => findings.push(finding),
  );
  const { file } = Object.assign({}, ...findings) as WorkbookFinding;
  if (file) await inspectFile({ file, strict: true }, (finding) => findings.push(finding));
  return Object.assign({}, ...findings) as WorkbookFinding & InspectionFinding;
}

it.each([
  ['X05-title-hidden-row.xlsx', 8],
  ['X08-constant-memory-inline.xlsx', 8],
  ['X10-prefixed-namespace.xlsx', 8],
  ['X12-backslash-paths.xlsx', 8],
  ['X13-strict.xlsx', 8],
  ['X16-stored.xlsx', 8],
  ['X19-invisible.xlsx', 8],
  ['X22-two-in-cell.xlsx', 8],
  ['X27-two-lines-in-a-cell.xlsx', 60],
])('reads %s: %i addresses', async (name, verified) => {
  expect(await read(bytesOf(name))).toMatchObject({ counts: { verified, malformed: 0 } });
});

it.each([
  ['X02-openpyxl-formula-uncached.xlsx', 'formulas'],
  ['X25-excel97.xls', 'old'],
  ['X26b-ods-renamed.xlsx', 'format'],
])('rejects %s: %s', async (name, fault) => {
  expect(await read(bytesOf(name))).toMatchObject({ fault });
});

function rewriteWorkbook(name: string, change: (part: Uint8Array, path: string) => Uint8Array) {
  const parts = Object.entries(unzipSync(bytesOf(name)));
  const entries = parts.map(([path, part]) => [path, change(part, path)] as const);
  return Uint8Array.from(zipSync(Object.fromEntries(entries)));
}

it.each([
  ['utf16le', '.xml'],
  ['utf16be', '.xml'],
  ['utf16le', 'sheet1.xml'],
  ['utf16be', 'sheet1.xml'],
])('reads parts in %s: %s', async (encoding, suffix) => {
  const workbook = rewriteWorkbook('X13-strict.xlsx', (part, path) => {
    if (!path.endsWith(suffix)) return part;
    const text = Buffer.from(part)
      .toString()
      .replace(/^<\?xml[^>]*>/, '');
    const units = Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${text}`, 'utf16le');
    return encoding === 'utf16le' ? units : units.swap16();
  });
  expect(await read(workbook)).toMatchObject({ counts: { verified: 8, malformed: 0 } });
});

const textCell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;

const workbookOf = (cells: readonly string[]) =>
  rewriteWorkbook('X08-constant-memory-inline.xlsx', (part, path) => {
    if (!path.includes('worksheets/')) return part;
    const data = `<sheetData><row r="1">${cells.join('')}</row></sheetData>`;
    return Buffer.from(
      Buffer.from(part)
        .toString()
        .replace(/<sheetData>[^]*<\/sheetData>/, () => data),
    );
  });

it.each([
  ['in the third of 12,000 columns', 2, 12_000, 'x234567'],
  ['in column 9,999', 9998, 0, 'x234567'],
  ['after long texts', 3, 0, 'y'.repeat(32_000)],
])('reads an address %s', async (_, before, after, text) => {
  const texts = [...Array<string>(before).fill(text), 'z@b.fr', ...Array<string>(after).fill(text)];
  const { counts, preview } = await read(workbookOf(texts.map(textCell)));
  expect({ verified: counts?.verified, proposed: preview?.proposed }).toEqual({
    verified: 1,
    proposed: before,
  });
});

it('rejects a row whose addresses exceed the line length', async () => {
  const texts = Array.from({ length: 10_000 }, (_, at) => `u${at}@b.fr`);
  expect(await read(workbookOf(texts.map(textCell)))).toMatchObject({ fault: 'line_too_long' });
});

it.each(['<v></v>', '<v/>', ''])('reports a formula without a value: %j', async (value) => {
  const formula = `<c r="B1"><f>A1&amp;"@b.fr"</f>${value}</c>`;
  expect(await read(workbookOf([textCell('Zoe'), formula]))).toMatchObject({ fault: 'formulas' });
});
