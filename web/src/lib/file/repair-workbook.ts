import { unzipSync, zipSync } from 'fflate';

/**
 * Rewrites a workbook so that `hucre` can read it: converts UTF-16 XML parts (allowed by ECMA-376
 * part 2) to UTF-8, and backslashes in part paths (written by .NET) to slashes.
 * @throws {Error} if the archive is unreadable
 */
export function repairWorkbook(bytes: Uint8Array): Uint8Array {
  const parts = Object.entries(unzipSync(bytes)).map(([path, part]): [string, Uint8Array] => [
    path.replaceAll('\\', '/'),
    toUtf8(part),
  ]);
  return zipSync(Object.fromEntries(parts), { level: 0 });
}

function toUtf8(part: Uint8Array): Uint8Array {
  const encoding = part[0] === 0xff && part[1] === 0xfe ? 'utf-16le' : 'utf-16be';
  if (encoding === 'utf-16be' && !(part[0] === 0xfe && part[1] === 0xff)) return part;
  const text = new TextDecoder(encoding).decode(part);
  return new TextEncoder().encode(text.replace(/ encoding=["'][\w-]*["']/, ''));
}

/**
 * A formula without a stored value: `<v/>`, `<v></v>` or no `v` element. Cells of type `str` are
 * excluded, because Excel writes a formula with an empty result in the same way.
 */
const UNCOMPUTED_FORMULA =
  /<(?:\w+:)?c(?![^<>]*\st="str")(?:\s[^<>]*)?>\s*<(?:\w+:)?f(?:\s[^<>]*)?(?:\/>|>[^<]*<\/(?:\w+:)?f>)\s*(?:<(?:\w+:)?v(?:\s*\/>|>\s*<\/)|<\/(?:\w+:)?c>)/;

/** Whether a formula lacks a stored value: some programs save formulas without computing them. */
export function hasUncomputedFormulas(bytes: Uint8Array): boolean {
  const sheets = unzipSync(bytes, { filter: ({ name }) => name.includes('worksheets') });
  const decoder = new TextDecoder();
  return Object.values(sheets).some((sheet) => UNCOMPUTED_FORMULA.test(decoder.decode(sheet)));
}
