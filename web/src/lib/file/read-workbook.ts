import { type CellValue, readXlsx, streamXlsxRows } from 'hucre/xlsx';
import { readAddress } from '../../../../packages/verifier/src/address/read-address.ts';
import { addressOfCell } from '../../../../shared/list-file/address-cell.ts';
import { quoteCell } from '../../../../shared/list-file/csv.ts';
import { MAX_LINE_LENGTH, MAX_UPLOAD_BYTES } from '../../../../shared/model/upload-limits.ts';
import { hasUncomputedFormulas, repairWorkbook } from './repair-workbook.ts';

/** Size of the chunks in which the CSV is generated, in bytes. */
const CHUNK_BYTES = 64 * 1024;
/** Interval in rows between progress messages. */
const PROGRESS_ROWS = 10_000;
/** Maximum time to search the sheets for the one with the most addresses. */
const COUNT_TIMEOUT_MS = 3000;
/** Separator of the cells. The first line of the CSV declares it (`sep=;`) and is not a row. */
const SEPARATOR = ';';
const LINE_BREAK = '\r\n';
const FIRST_LINE = `sep=${SEPARATOR}${LINE_BREAK}`;

/**
 * Why a workbook cannot be read. `old`: a workbook of Excel 97 to 2003; `format`: not an .xlsx
 * file, for example .ods or .numbers; `formulas`: no addresses, but formulas without stored values.
 */
export type WorkbookFault =
  'password' | 'old' | 'format' | 'damaged' | 'empty' | 'large' | 'formulas';

/** Findings about a workbook. Each report contains only what is new. */
export interface WorkbookFinding {
  /** Names of the visible sheets. `sheet` is the index of the one that is read, from 0. */
  readonly sheets?: readonly string[];
  readonly sheet?: number;
  /** Number of rows with an address, per sheet; undefined for sheets not counted in time. */
  readonly addresses?: readonly (number | undefined)[];
  readonly rows?: number;
  readonly file?: File;
  readonly fault?: WorkbookFault;
}

class WorkbookError extends Error {
  override readonly name = 'WorkbookError';
  readonly fault: WorkbookFault;

  constructor(fault: WorkbookFault) {
    super(fault);
    this.fault = fault;
  }
}

/**
 * Converts a sheet of a workbook to CSV, and reports its progress.
 * @param sheet index among the visible sheets, from 0; by default the sheet with the most
 *   addresses, or the first one with a row if there are no addresses
 * @param now current time in milliseconds
 */
export async function readWorkbook(
  file: File,
  sheet: number | undefined,
  now: () => number,
  report: (finding: WorkbookFinding) => void,
): Promise<void> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    rejectCompoundFile(bytes);
    try {
      await readBytes(bytes);
    } catch (error) {
      // A sheet encoded in UTF-16 can be repaired, but seems empty because `hucre` finds no rows.
      if (error instanceof WorkbookError && error.fault !== 'empty') throw error;
      await readBytes(tryRepair(bytes, error));
    }
  } catch (error) {
    report({ fault: faultOf(error) });
  }

  async function readBytes(bytes: Uint8Array): Promise<void> {
    const visibleSheets = await sheetsOf(bytes);
    const names = visibleSheets.map(({ name }) => name);
    let chosen = sheet;
    if (sheet === undefined && visibleSheets.length > 1) {
      const counts = await countAddresses(bytes, visibleSheets, now);
      report({ addresses: counts.map(({ count, isWhole }) => (isWhole ? count : undefined)) });
      const maxCount = Math.max(...counts.map(({ count }) => count));
      if (maxCount > 0) chosen = counts.findIndex(({ count }) => count === maxCount);
    }
    const candidates =
      chosen === undefined ? visibleSheets : visibleSheets.slice(chosen, chosen + 1);
    for (const each of candidates) {
      report({ sheets: names, sheet: visibleSheets.indexOf(each) });
      const chunks = await sheetToCsv(bytes, each.index, (rows) => report({ rows }));
      const name = `${file.name.replace(/\.[^.]*$/, '')}.csv`;
      if (chunks) return report({ file: new File(chunks, name, { type: 'text/csv' }) });
    }
    throw new WorkbookError('empty');
  }
}

/** Repairs a workbook so that `hucre` can read it. @throws `error` if the repair fails */
function tryRepair(bytes: Uint8Array, error: unknown): Uint8Array {
  try {
    return repairWorkbook(bytes);
  } catch {
    throw error;
  }
}

/** Returns the fault of the workbook that an error indicates. @throws `error` if there is none */
function faultOf(error: unknown): WorkbookFault {
  if (error instanceof WorkbookError) return error.fault;
  if (!(error instanceof Error)) throw error;
  if (error.message.startsWith('Invalid XLSX')) return 'format';
  if (['ZipError', 'ParseError', 'XmlError'].includes(error.name)) return 'damaged';
  throw error;
}

/** Signature of OLE2: workbooks of Excel 97 to 2003, and later ones with a password. */
const COMPOUND_FILE_SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0];
/** Name of the stream that contains an encrypted workbook ([MS-OFFCRYPTO] 2.3.4.4), in UTF-16. */
const ENCRYPTED_STREAM_NAME = Uint8Array.from(
  [...'EncryptedPackage'].flatMap((letter) => [letter.charCodeAt(0), 0]),
);

function rejectCompoundFile(bytes: Uint8Array): void {
  if (!COMPOUND_FILE_SIGNATURE.every((byte, index) => bytes[index] === byte)) return;
  const last = bytes.length - ENCRYPTED_STREAM_NAME.length;
  for (
    let offset = bytes.indexOf(0x45);
    offset >= 0 && offset <= last;
    offset = bytes.indexOf(0x45, offset + 1)
  )
    if (ENCRYPTED_STREAM_NAME.every((byte, index) => bytes[offset + index] === byte))
      throw new WorkbookError('password');
  throw new WorkbookError('old');
}

/** Lists the visible sheets without parsing their contents. */
async function sheetsOf(bytes: Uint8Array): Promise<{ name: string; index: number }[]> {
  const visibleSheets: { name: string; index: number }[] = [];
  await readXlsx(bytes, {
    sheets({ name, index, hidden, veryHidden }) {
      if (!hidden && !veryHidden) visibleSheets.push({ name, index });
      return false;
    },
  });
  return visibleSheets;
}

/** Counts the rows with an address per sheet. `isWhole` is false if the time ran out. */
async function countAddresses(
  bytes: Uint8Array,
  sheets: readonly { index: number }[],
  now: () => number,
): Promise<{ count: number; isWhole: boolean }[]> {
  const deadline = now() + COUNT_TIMEOUT_MS;
  const counts: { count: number; isWhole: boolean }[] = [];
  for (const { index } of sheets) {
    const found = { count: 0, isWhole: false };
    counts.push(found);
    if (now() >= deadline) continue;
    for await (const { values } of streamXlsxRows(bytes, { sheet: index })) {
      if (values.some(isAddress)) found.count += 1;
      if (now() >= deadline) break;
    }
    found.isWhole = now() < deadline;
  }
  return counts;
}

const isAddress = (value: CellValue): boolean =>
  typeof value === 'string' &&
  value.includes('@') &&
  readAddress(addressOfCell(value)) !== undefined;

/** Returns CSV chunks of a sheet, with blank lines for omitted rows; undefined if it is empty. */
async function sheetToCsv(
  bytes: Uint8Array,
  sheet: number,
  onRows: (rows: number) => void,
): Promise<Uint8Array<ArrayBuffer>[] | undefined> {
  const encoder = new TextEncoder();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let text = FIRST_LINE;
  let size = 0;
  let rows = 0;
  let hasAddress = false;
  const flush = (): void => {
    const chunk = encoder.encode(text);
    size += chunk.length;
    if (size > MAX_UPLOAD_BYTES) throw new WorkbookError('large');
    chunks.push(chunk);
    text = '';
  };
  for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
    if (values.every((value) => textOf(value) === '')) continue;
    for (; rows < index; rows += 1) {
      text += LINE_BREAK;
      if (text.length > CHUNK_BYTES) flush();
    }
    const line = lineOf(values);
    hasAddress ||= line.includes('@');
    text += line + LINE_BREAK;
    rows += 1;
    if (text.length > CHUNK_BYTES) flush();
    if (rows % PROGRESS_ROWS === 0) onRows(rows);
  }
  flush();
  if (!hasAddress && hasUncomputedFormulas(bytes)) throw new WorkbookError('formulas');
  return rows === 0 ? undefined : chunks;
}

/**
 * Formats a row as CSV. If it would exceed the maximum line length, keeps all cells with an
 * address, plus as many other cells as fit, from the left. If even the addresses do not fit, the
 * row remains too long, so that the file is rejected instead of losing them.
 */
function lineOf(values: readonly CellValue[]): string {
  const cells = values.map(cellOf);
  const line = cells.join(SEPARATOR);
  if (line.length <= MAX_LINE_LENGTH) return line;
  const keptCells = cells.map((cell) => (cell.includes('@') ? cell : ''));
  let remainingLength = MAX_LINE_LENGTH - keptCells.join(SEPARATOR).length;
  if (remainingLength < 0) return line;
  for (const [index, cell] of cells.entries()) {
    if (keptCells[index] !== '') continue;
    remainingLength -= cell.length;
    if (remainingLength < 0) break;
    keptCells[index] = cell;
  }
  return keptCells.join(SEPARATOR);
}

function cellOf(value: CellValue): string {
  const text = textOf(value);
  return text === '' ? '' : quoteCell(text);
}

/** Returns the text of a cell: the stored value of a formula; ISO 8601 for dates and times. */
function textOf(value: CellValue): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (!(value instanceof Date)) return String(value);
  if (Number.isNaN(value.getTime())) return '';
  const [date = '', time = ''] = value.toISOString().slice(0, 19).split('T');
  // `hucre` returns a time without a date as a time on the day before Excel's epoch.
  if (value.getUTCFullYear() < 1900) return time;
  return time === '00:00:00' ? date : `${date} ${time}`;
}
