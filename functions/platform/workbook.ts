import { type CellValue, XLSX_MAX_ROWS_PER_SHEET, writeXlsxStream } from 'hucre/xlsx';

/**
 * Characters of a cell that Excel opens
 * (https://support.microsoft.com/en-us/office/excel-specifications-and-limits-1672b34d-7043-467e-8e27-269d656771c3).
 */
const MAX_CHARACTERS = 32_767;
/** Some ten seconds of a processor, well within the 29 that a call may take. */
const MAX_CELLS = 5_000_000;

/** What a spreadsheet reads as a character by its number, such as `_x0041_`. */
const NUMBERED = /_(?=x[\dA-Fa-f]{4}_)/g;
/**
 * Of what is no Char of XML 1.0 (production 2, https://www.w3.org/TR/xml/#charsets), what is not
 * written by its number either. Lone surrogates, the rest of it, are replaced too.
 */
const NO_CHARACTER = /[\ufffe\uffff]/g;

const cellOf = (text: string): string =>
  text
    .slice(0, MAX_CHARACTERS)
    .toWellFormed()
    .replace(NO_CHARACTER, '\ufffd')
    .replace(NUMBERED, '_x005F_');

/**
 * An XLSX workbook with one sheet of text cells, which no spreadsheet takes for formulas or numbers
 * whatever they begin with; in constant memory.
 * @param tooMany what is thrown where a sheet cannot hold them, or a call not write them
 */
export async function* workbookOf(
  batches: AsyncIterable<readonly (readonly string[])[]>,
  { name, tooMany }: { readonly name: string; readonly tooMany: () => Error },
): AsyncGenerator<Uint8Array> {
  // Its own way with too many rows is another sheet.
  yield* writeXlsxStream(bounded(batches, tooMany), {
    name,
    maxRowsPerSheet: Number.POSITIVE_INFINITY,
  });
}

async function* bounded(
  batches: AsyncIterable<readonly (readonly string[])[]>,
  tooMany: () => Error,
): AsyncGenerator<CellValue[]> {
  let rows = 0;
  let filled = 0;
  for await (const batch of batches)
    for (const cells of batch) {
      rows += 1;
      filled += cells.length;
      if (rows > XLSX_MAX_ROWS_PER_SHEET || filled > MAX_CELLS) throw tooMany();
      yield cells.map(cellOf);
    }
}
