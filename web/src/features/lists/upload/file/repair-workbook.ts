import { unzipSync, zipSync } from 'fflate';

/**
 * Rewrites the parts of a workbook as the reader of workbooks expects them: paths with slashes,
 * where .NET programs wrote backslashes, and XML in UTF-8, where it is in UTF-16 (ECMA-376 part 2
 * allows both encodings).
 * @throws {Error} for an archive that cannot be read
 */
export function repairWorkbook(bytes: Uint8Array): Uint8Array {
  const parts = Object.entries(unzipSync(bytes)).map(([path, part]): [string, Uint8Array] => [
    path.replaceAll('\\', '/'),
    inUtf8(part),
  ]);
  return zipSync(Object.fromEntries(parts), { level: 0 });
}

function inUtf8(part: Uint8Array): Uint8Array {
  const encoding = part[0] === 0xff && part[1] === 0xfe ? 'utf-16le' : 'utf-16be';
  if (encoding === 'utf-16be' && !(part[0] === 0xfe && part[1] === 0xff)) return part;
  const text = new TextDecoder(encoding).decode(part);
  return new TextEncoder().encode(text.replace(/ encoding=["'][\w-]*["']/, ''));
}

/**
 * A formula whose cell has no value: `<v/>`, `<v></v>` or none. A cell of type `str` is left out,
 * because Excel writes an empty text that it did compute in the same way.
 */
const UNCOMPUTED =
  /<(?:\w+:)?c(?![^<>]*\st="str")(?:\s[^<>]*)?>\s*<(?:\w+:)?f(?:\s[^<>]*)?(?:\/>|>[^<]*<\/(?:\w+:)?f>)\s*(?:<(?:\w+:)?v(?:\s*\/>|>\s*<\/)|<\/(?:\w+:)?c>)/;

/** Whether a workbook has formulas without values, as programs write that do not compute them. */
export function hasUncomputedFormulas(bytes: Uint8Array): boolean {
  const sheets = unzipSync(bytes, { filter: ({ name }) => name.includes('worksheets') });
  const decoder = new TextDecoder();
  return Object.values(sheets).some((sheet) => UNCOMPUTED.test(decoder.decode(sheet)));
}
