import { type CellValue, XLSX_MAX_ROWS_PER_SHEET, writeXlsxStream } from 'hucre/xlsx';

/**
 * Maximum cell length in Excel
 * (https://support.microsoft.com/en-us/office/excel-specifications-and-limits-1672b34d-7043-467e-8e27-269d656771c3).
 */
const MAX_CHARACTERS = 32_767;
/** About ten seconds of CPU, well within the 29 s that a call may take. */
const MAX_CELLS = 5_000_000;

/** Text that spreadsheets decode as a character, such as `_x0041_`. */
const ESCAPE_LIKE = /_(?=x[\dA-Fa-f]{4}_)/g;
/**
 * Characters that XML 1.0 does not allow (production 2, https://www.w3.org/TR/xml/#charsets) and
 * the library does not escape. Lone surrogates, also not allowed, are replaced, too.
 */
const INVALID_XML_CHARS = /[\ufffe\uffff]/g;

const cellOf = (text: string): string =>
  text
    .slice(0, MAX_CHARACTERS)
    .toWellFormed()
    .replace(INVALID_XML_CHARS, '\ufffd')
    .replace(ESCAPE_LIKE, '_x005F_');

/**
 * An XLSX workbook with one sheet of text cells, which spreadsheets never interpret as formulas or
 * numbers; in constant memory.
 * @param tooMany error for more cells than a sheet can hold or a call can write
 */
export async function* workbookOf(
  batches: AsyncIterable<readonly (readonly string[])[]>,
  { name, tooMany }: { readonly name: string; readonly tooMany: () => Error },
): AsyncGenerator<Uint8Array> {
  // With too many rows, the library itself would start another sheet.
  yield* writeXlsxStream(limitCells(batches, tooMany), {
    name,
    maxRowsPerSheet: Number.POSITIVE_INFINITY,
  });
}

async function* limitCells(
  batches: AsyncIterable<readonly (readonly string[])[]>,
  tooMany: () => Error,
): AsyncGenerator<CellValue[]> {
  let rows = 0;
  let cellCount = 0;
  for await (const batch of batches)
    for (const cells of batch) {
      rows += 1;
      cellCount += cells.length;
      if (rows > XLSX_MAX_ROWS_PER_SHEET || cellCount > MAX_CELLS) throw tooMany();
      yield cells.map(cellOf);
    }
}
