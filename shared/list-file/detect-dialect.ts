import { FileError } from './file-error.ts';
import {
  type Encoding,
  NotUtf8Error,
  decodeHead,
  detectFallbackEncoding,
  detectEncoding,
  encodingOfBom,
} from './encoding.ts';
import { type QuoteMode, createRowParser } from './row-parser.ts';
import { type Dialect, DOS_EOF } from './rows.ts';
import { type Separator, detectSeparator, isDetectable, parseSepLine } from './separator.ts';
import { isEmailColumnName } from './header.ts';
import { splitAddresses } from './split-addresses.ts';
import { findTextSeparator, separatesCells } from './text-separator.ts';

/** Beginnings of other formats that contain addresses: vCard, LDIF, HTML, XML and JSON. */
const OTHER_FORMATS =
  /^\s*(?:#.*\s+)*(?:BEGIN:VCARD|(?:version: *\d+\s+)?dn::? |<(?:!doctype|!--|\?xml|html|head|body|table|meta|div|style|title|ul|ol|p|tr)\b|<!--|\{\s*"|\[\s*[{[])/i;

const isUnsupportedFormat = (text: string): boolean => OTHER_FORMATS.test(text);

const SAMPLE_LINES = 50;
/** An `@` with text before it, unlike in `@jane`, a name in a social network. */
const POSSIBLE_ADDRESS = /[^\s"']@/;
/** Minimum share of parts with an address for a file to count as an address list. */
const ADDRESS_SHARE = 0.9;

/**
 * Whether a file contains only addresses, several per line: recipients copied from an email, a JSON
 * array, or addresses separated by commas or spaces. The first line may be a header.
 */
function isAddressList(text: string, complete: boolean): boolean {
  const lines = text.split(/[\r\n]+/, SAMPLE_LINES + 1).filter((line) => line.trim() !== '');
  // The end of the sample may cut off the last line, but the other parts of that line still count.
  const last = lines.length <= SAMPLE_LINES && !complete ? lines.length - 1 : -1;
  let parts = 0;
  let addresses = 0;
  let multiAddressLines = 0;
  for (const [at, line] of lines.slice(0, SAMPLE_LINES).entries()) {
    const found = splitAddresses(at === last ? line.slice(0, line.lastIndexOf('@')) : line);
    const addressCount = found.filter((part) => POSSIBLE_ADDRESS.test(part)).length;
    if (at === 0 && addressCount === 0) {
      if (line.trim() === '[' || isEmailColumnName(line)) continue;
      return false;
    }
    if (addressCount > 1) multiAddressLines += 1;
    parts += found.length;
    addresses += addressCount;
  }
  const isArray = lines[0]?.trimStart().startsWith('[') === true && addresses > 1;
  return (multiAddressLines > 0 || isArray) && addresses >= parts * ADDRESS_SHARE;
}

/** The dialect is detected from this many leading bytes. */
export const HEAD_BYTES = 64 * 1024;

/** Format options that the uploader specified. All others are detected. */
export interface DialectHints {
  readonly encoding?: Encoding | undefined;
  /** Whether the file follows RFC 4180. */
  readonly strict?: boolean | undefined;
  /** One to three characters between cells, or between the address and the text around it. */
  readonly separator?: string | undefined;
  /** Whether text around every address is part of it. */
  readonly asIs?: boolean | undefined;
}

function detectDialect(
  head: Uint8Array,
  encoding: Encoding,
  hints: DialectHints,
  isStrict = false,
): Dialect {
  const quotes: QuoteMode = hints.strict ? 'trusted' : 'checked';
  const complete = head.length < HEAD_BYTES;
  const decoded = decodeHead(head, encoding, { complete, isStrict });
  if (isBinaryText(decoded)) throw new FileError('not_text');
  const sep = parseSepLine(decoded);
  const skip = sep?.length ?? 0;
  const text = decoded.slice(skip);
  const common = { encoding, quotes, skip, ...(isStrict && { isStrict }) };
  const declared = hints.separator ?? sep?.separator;
  if (quotes === 'checked' && declared === undefined && isAddressList(text, complete))
    return { ...common, separator: null, width: 1, split: true };
  if (isUnsupportedFormat(text)) throw new FileError('other_format');
  const withSeparator = (separator: Separator, cut?: string): Dialect => ({
    ...common,
    separator,
    width: commonWidth(text, separator, complete),
    ...(cut !== undefined && !isDetectable(cut) && { cut }),
  });
  const detected = detectSeparator(text);
  if (declared !== undefined)
    return withSeparator(separatesCells(declared) ? declared : detected, declared);
  const dialect = withSeparator(detected);
  if (hints.asIs) return dialect;
  const rows = createRowParser(dialect, text.length + 1)(text, complete);
  const found = findTextSeparator([...rows]);
  if (!found?.isNamed) return { ...dialect, ...(found && { found }) };
  const { separator } = found;
  return detected === null && separatesCells(separator)
    ? withSeparator(separator, separator)
    : { ...dialect, cut: separator };
}

/**
 * Returns the most common number of cells in rows with several cells. If a missing quote joins all
 * rows into one cell, counts again without quoting.
 */
function commonWidth(
  text: string,
  separator: Separator,
  complete: boolean,
  quotes: QuoteMode = 'trusted',
): number {
  const counts = new Map<number, number>();
  let common = 1;
  const parser = createRowParser({ separator, quotes, width: 0 }, text.length + 1);
  for (const row of parser(text, complete)) {
    if (row.length === 1) continue;
    const count = (counts.get(row.length) ?? 0) + 1;
    counts.set(row.length, count);
    if (count > (counts.get(common) ?? 0)) common = row.length;
  }
  return common === 1 && separator !== null && quotes === 'trusted'
    ? commonWidth(text, separator, complete, 'none')
    : common;
}

/**
 * @param head at most `HEAD_BYTES`
 * @throws {FileError} `empty_file`, `spreadsheet_file`, `other_format` or `not_text`
 */
function firstDialect(head: Uint8Array, hints: DialectHints): Dialect {
  if (head.length === 0) throw new FileError('empty_file');
  if (isSpreadsheet(head)) throw new FileError('spreadsheet_file');
  if (startsWithAny(head, SIGNATURES)) throw new FileError('not_text');
  const knownEncoding = encodingOfBom(head) ?? hints.encoding;
  if (knownEncoding) return detectDialect(head, knownEncoding, hints);
  try {
    const detected = detectEncoding(head);
    return detectDialect(head, detected, hints, detected === 'utf-8');
  } catch (error) {
    if (error instanceof NotUtf8Error)
      return detectDialect(head, detectFallbackEncoding(head), hints);
    throw error;
  }
}

/**
 * Reads a file in the dialect that its first bytes suggest, and again in another encoding if later
 * bytes are not UTF-8. `attempt` must have no effect if it throws.
 * @throws {FileError}
 */
export async function withDialect<Result>(
  head: Uint8Array,
  hints: DialectHints,
  attempt: (dialect: Dialect) => Promise<Result>,
): Promise<Result> {
  const first = firstDialect(head, hints);
  try {
    return await attempt(first);
  } catch (error) {
    if (!(error instanceof NotUtf8Error)) throw error;
    const encoding = detectFallbackEncoding(concatBytes(head, error.sample));
    return attempt(detectDialect(head, encoding, hints));
  }
}

function concatBytes(head: Uint8Array, sample: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(head.length + sample.length);
  bytes.set(head);
  bytes.set(sample, head.length);
  return bytes;
}

/** Magic numbers of zip files (.xlsx, .ods and .numbers) and of older Office formats. */
const SPREADSHEETS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0xd0, 0xcf, 0x11, 0xe0],
];
/** Magic numbers of formats that people rename to .csv: PDF, PNG, gzip. */
const SIGNATURES = [
  [0x25, 0x50, 0x44, 0x46, 0x2d],
  [0x89, 0x50, 0x4e, 0x47],
  [0x1f, 0x8b],
];

const startsWithAny = (head: Uint8Array, signatures: readonly (readonly number[])[]): boolean =>
  signatures.some((signature) => signature.every((byte, at) => head[at] === byte));

/** Also true for office documents other than spreadsheets. */
export const isSpreadsheet = (head: Uint8Array): boolean => startsWithAny(head, SPREADSHEETS);

/** Share of control characters above which a file counts as binary. */
const CONTROL_SHARE = 0.01;
/** Control characters except NUL, TAB and line breaks. */
const CONTROL_CHARACTER = /[^\P{Cc}\0\t\r\n\v\f\u0085]/gu;
/** Share of NULs above which a file counts as binary; some exports pad cells with NULs. */
const NUL_SHARE = 0.3;
/**
 * Whether a text contains too many NULs or other control characters, ignoring padding at the end. A
 * single control character is always allowed, because exports often contain a stray one.
 */
function isBinaryText(head: string): boolean {
  let end = head.length;
  while (head[end - 1] === '\0' || head[end - 1] === DOS_EOF) end -= 1;
  const text = head.slice(0, end);
  const nuls = text.split('\0').length - 1;
  const controls = text.match(CONTROL_CHARACTER)?.filter((each) => !isDetectable(each)).length ?? 0;
  return nuls > text.length * NUL_SHARE || controls > Math.max(1, text.length * CONTROL_SHARE);
}
