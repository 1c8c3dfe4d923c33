import { type CellValue, XLSX_MAX_ROWS_PER_SHEET, writeXlsxStream } from 'hucre/xlsx';

/**
 * Maximum length of a cell in Excel
 * (https://support.microsoft.com/en-us/office/excel-specifications-and-limits-1672b34d-7043-467e-8e27-269d656771c3).
 */
const MAX_CHARACTERS = 32_767;
/**
 * Maximum number of cells in a workbook. Writing that many takes about ten seconds of CPU time,
 * well within the 29 s of a call.
 */
const MAX_CELLS = 5_000_000;

/** Text that spreadsheet programs would decode as a character, such as `_x0041_`. */
const ESCAPE_LIKE = /_(?=x[\dA-Fa-f]{4}_)/g;
/**
 * Characters that XML 1.0 does not allow (production 2, https://www.w3.org/TR/xml/#charsets) and
 * that `hucre` does not escape. `toWellFormed` replaces lone surrogates, which XML does not allow
 * either.
 */
const INVALID_XML_CHARS = /[\ufffe\uffff]/g;

const cellOf = (text: string): string =>
  text
    .slice(0, MAX_CHARACTERS)
    .toWellFormed()
    .replace(INVALID_XML_CHARS, '\ufffd')
    .replace(ESCAPE_LIKE, '_x005F_');

/**
 * Generates an XLSX workbook with one sheet in constant memory. All cells are text, so spreadsheet
 * programs never interpret them as formulas or numbers.
 * @param tooMany creates the error for more rows than a sheet can hold, or more cells than a call
 *   can write
 */
export async function* generateWorkbook(
  batches: AsyncIterable<readonly (readonly string[])[]>,
  { name, tooMany }: { readonly name: string; readonly tooMany: () => Error },
): AsyncGenerator<Uint8Array> {
  // Without `maxRowsPerSheet`, `hucre` would start another sheet when one is full.
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
