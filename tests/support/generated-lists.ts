import { createAddressIndex } from '../../shared/list-file/address-index.ts';
import { HEAD_BYTES, withDialect } from '../../shared/list-file/detect-dialect.ts';
import { FileError } from '../../shared/list-file/file-error.ts';
import { readRows } from '../../shared/list-file/rows.ts';
import { createListScanner } from '../../shared/list-file/scan.ts';
import { pickRandom, randomFrom } from './random.ts';

/** A list whose quoting follows RFC 4180. */
interface GeneratedList {
  readonly text: string;
  readonly encoding: 'utf8' | 'utf16le' | 'latin1';
  readonly separator: string;
  readonly column: number;
  readonly rows: readonly GeneratedRow[];
}

interface GeneratedRow {
  readonly address: string;
  readonly start: number;
  readonly end: number;
  readonly addressStart: number;
  readonly addressEnd: number;
}

const SEPARATORS = [';', ',', '\t', '|'];
const BREAKS = ['\r\n', '\n', '\r'];
const ENCODINGS = ['utf8', 'utf8', 'utf16le', 'latin1'] as const;
const TOKENS = ['a', 'Zoé', ' ', '"', ',', ';', '\t', '|', '\n', '\r\n', 'said "no"', '5"', "'"];
const NOTES = ['see x@y.fr', 'call\nold@y.fr', ''];

export function generateList(random: () => number): GeneratedList {
  const below = (limit: number): number => Math.floor(random() * limit);
  const pickOne = <Value>(values: readonly Value[]): Value => {
    const value = pickRandom(values, random);
    if (value === undefined) throw new RangeError('there is nothing to choose from');
    return value;
  };
  const separator = pickOne(SEPARATORS);
  const end = pickOne(BREAKS);
  const encoding = pickOne(ENCODINGS);
  const width = 1 + below(4);
  const column = below(width);
  const quotesAll = random() < 0.5;

  const cell = (): string => {
    if (random() < 0.1) return pickOne(NOTES);
    return Array.from({ length: below(4) }, () => pickOne(TOKENS)).join('');
  };
  const quoted = (text: string): string =>
    quotesAll || /[";,\t|\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

  let text = encoding === 'utf16le' ? '\ufeff' : '';
  const names = Array.from({ length: width }, (_, at) => (at === column ? 'email' : `c${at}`));
  text += names.map(quoted).join(separator) + end;
  const rows: GeneratedRow[] = [];
  const count = 8 + below(12);
  for (let row = 0; row < count; row += 1) {
    const start = text.length;
    const address = `u${row}@d${below(5)}.fr`;
    const cells = Array.from({ length: width }, (_, at) =>
      quoted(at === column ? address : cell()),
    );
    text += cells.join(separator);
    const before = cells.slice(0, column).map((each) => each + separator);
    const addressStart = start + before.join('').length;
    const addressEnd = addressStart + (cells[column]?.length ?? 0);
    rows.push({ address, start, end: text.length, addressStart, addressEnd });
    text += end;
  }
  return { text, encoding, separator, column, rows };
}

/** Characters to insert, weighted by repetition; the empty string deletes a character instead. */
const FAULTS = ['"', '"', '"', ',', ';', '\n', '\0', ''];

export function damageList(
  { text }: GeneratedList,
  random: () => number,
): { readonly text: string; readonly at: number; readonly fault: string } {
  const start = text.indexOf('email');
  const at = start + Math.floor(random() * (text.length - start));
  const fault = pickRandom(FAULTS, random) ?? '';
  return { text: text.slice(0, at) + fault + text.slice(fault === '' ? at + 1 : at), at, fault };
}

/**
 * Reads a list as ingest does. Returns its distinct addresses, the numbers of malformed and lost
 * addresses, and the fault if the file is rejected.
 */
async function readGenerated(
  text: string,
  { encoding, column }: Pick<GeneratedList, 'encoding' | 'column'>,
): Promise<{ addresses: string[]; malformed: number; lost: number; fault?: string }> {
  const bytes = Buffer.from(text, encoding);
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield bytes;
  }
  try {
    return await withDialect(bytes.subarray(0, HEAD_BYTES), {}, async (dialect) => {
      const index = createAddressIndex();
      const scan = createListScanner(index, dialect, { column });
      for await (const _ of scan.ordinals(readRows(pieces(), dialect)));
      const addresses = Array.from({ length: index.size }, (_, at) => index.address(at));
      const { lost } = scan.summary();
      return { addresses, malformed: index.badSyntax, lost };
    });
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return { addresses: [], malformed: 0, lost: 0, fault: error.fault };
  }
}

/**
 * Returns the rows that a fault at a position may affect: the row itself, the next row, and further
 * rows for as long as each contains a line break.
 */
function rowsNear({ text, rows }: GeneratedList, at: number): ReadonlySet<number> {
  const near = new Set<number>();
  let reaches = at < (rows[0]?.start ?? 0);
  for (const [row, { start, end }] of rows.entries()) {
    const isTouched = at >= start - 2 && at <= end + 2;
    if (isTouched || reaches) near.add(row);
    reaches = isTouched || (reaches && /[\r\n]/.test(text.slice(start, end)));
  }
  return near;
}

/**
 * Generates a list, and reads it both intact and damaged. Returns a description if the intact list
 * is misread, or if the damage has an effect other than a reported loss of addresses near it;
 * otherwise returns undefined.
 */
async function checkGenerated(random: () => number): Promise<string | undefined> {
  const list = generateList(random);
  const wanted = list.rows.map(({ address }) => address);
  const clean = await readGenerated(list.text, list);
  if (clean.addresses.join() !== wanted.join())
    return `clean: read ${JSON.stringify(clean)} from ${JSON.stringify(list)}`;

  const { text, at, fault } = damageList(list, random);
  const damaged = await readGenerated(text, list);
  if (damaged.fault === 'addresses_lost') return undefined;
  const found = new Set(damaged.addresses);
  const missing = [...list.rows.keys()].filter((row) => !found.has(wanted[row] ?? ''));
  const near = rowsNear(list, at);
  const isFar = missing.some((row) => !near.has(row));
  const isAddress = list.rows.some(
    ({ addressStart, addressEnd }) => at >= addressStart - 2 && at <= addressEnd + 2,
  );
  const isSilent = missing.length > 0 && !isAddress && damaged.lost + damaged.malformed === 0;
  if (!isFar && !isSilent && damaged.fault === undefined) return undefined;
  const what = isSilent ? 'lost without a report' : 'lost far from the fault';
  return `rows ${missing.join()} ${what} ${JSON.stringify(fault)} at ${at}: ${JSON.stringify({ damaged, text })}`;
}

/** Generates lists from a seed, and returns a description of each list that was misread. */
export async function findMisreadLists({
  seed,
  count,
}: {
  seed: number;
  count: number;
}): Promise<string[]> {
  const misread: string[] = [];
  for (let list = 0; list < count; list += 1) {
    const found = await checkGenerated(randomFrom(seed * 1_000_000 + list));
    if (found !== undefined) misread.push(`${found} (list ${list} of seed ${seed})`);
  }
  return misread;
}
