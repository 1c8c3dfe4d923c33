import { escapeCellText } from '../../../shared/list-file/formula-guard.ts';
import type { Blobs, ByteRange } from '../../platform/s3/blobs.ts';
import { resultKey } from '../rules/blob-keys.ts';
import {
  type ParsedResultLine,
  verifiedAddressOf,
  parseResultLine,
} from '../rules/result/result-format.ts';
import {
  ROWS_PER_BLOCK,
  type ResultIndex,
  hasCorrections,
  parseResultIndex,
} from '../rules/result/result-index.ts';
import type { RowMatcher } from './row-matcher.ts';
import { BLOCK_BYTES, type RowRecords, parseRowRecords } from '../rules/result/row-records.ts';
import { type RowCandidate, findCandidatesInBlock, selectSmallestFile } from './row-candidates.ts';

type BlobReader = Pick<Blobs, 'bytes'>;

/** A matching row, with its position in the records of its block. */
export interface ResultRow extends ParsedResultLine {
  /** The row number from 0, counting all lines below the header. */
  readonly row: number;
  readonly records: RowRecords;
  readonly recordIndex: number;
}

const MAX_BLOCKS = 128;
/** A read of rows ends with the row that reaches this many bytes. */
const MAX_TEXT_BYTES = 2 * 1024 * 1024;
/** Maximum byte ranges per read of rows, because each range may become a request. */
const MAX_RANGES = 50;
/** A range of neighboring rows ends with the row that reaches this many bytes. */
const MAX_RANGE_BYTES = 64 * 1024;
/** Maximum bytes per request; larger reads are split into parallel requests. */
const MAX_REQUEST_BYTES = 1024 * 1024;
/** Gaps up to this size are read and discarded, which is faster than another request. */
const MAX_GAP_BYTES = 128 * 1024;

export const readResultIndex = async (blobs: BlobReader, listId: string): Promise<ResultIndex> =>
  parseResultIndex(await blobs.bytes(resultKey(listId, 'index')));

export async function readResultHeader(
  blobs: BlobReader,
  listId: string,
  index: ResultIndex,
): Promise<readonly string[]> {
  const { all } = index.files;
  const bytes = await blobs.bytes(resultKey(listId, 'all'), [0, all.offsets[0] ?? all.bytes]);
  return parseResultLine(Buffer.from(bytes).toString(), hasCorrections(index)).cells;
}

/** The mail servers' replies, to which row records refer by index. */
export const readResultReplies = async (
  blobs: BlobReader,
  listId: string,
): Promise<readonly string[]> =>
  JSON.parse(Buffer.from(await blobs.bytes(resultKey(listId, 'replies'))).toString()) as string[];

/**
 * Yields the rows of a result that match, in order, as they are found. Skips blocks that cannot
 * contain a match, and reads only the bytes of candidate rows.
 * @param start the first row to examine, and the number of rows with a matching reason to skip
 * @param batchSize maximum rows to read at a time, unless a text is searched for
 * @returns batches, each with the row to continue from and the number of bytes read
 */
export async function* findResultRows(
  blobs: BlobReader,
  listId: string,
  index: ResultIndex,
  matcher: RowMatcher,
  start: { readonly from: number; readonly skip: number },
  batchSize: number,
): AsyncGenerator<{ rows: ResultRow[]; next: number; bytes: number }> {
  const { from } = start;
  const wanted = wantedBlocks(index, matcher, Math.floor(from / ROWS_PER_BLOCK));
  const { blocks, left } = skipRows(wanted, start.skip);
  const kind = selectSmallestFile(matcher.reasons);
  const maxRows = matcher.text === undefined ? batchSize : Number.POSITIVE_INFINITY;
  let size = 1;
  for (let at = 0; at < blocks.length; at += size) {
    const toSkip = at === 0 ? left : 0;
    const group = nextGroup(blocks, at, at + 1, matcher.isCounted ? toSkip + batchSize : 1);
    size = group.length;
    const all = await blockRecords(blobs, listId, group);
    const found = all.flatMap((records, groupIndex) =>
      Array.from(
        findCandidatesInBlock(index, kind, group[groupIndex] ?? 0, records, matcher, from),
      ),
    );
    let bytes = group.length * BLOCK_BYTES;
    for (const chunk of chunksOf(found.slice(toSkip), maxRows)) {
      const key = resultKey(listId, kind);
      const result = await readMatchingRows(blobs, key, chunk, matcher.text, hasCorrections(index));
      bytes += result.bytes;
      const rows = result.rows.filter((row) =>
        matcher.matchesContent(verifiedAddressOf(row, index.column), row.cells),
      );
      yield { rows, next: (chunk.at(-1)?.at(-1)?.row ?? 0) + 1, bytes };
      bytes = 0;
    }
    yield { rows: [], next: ((group.at(-1) ?? 0) + 1) * ROWS_PER_BLOCK, bytes };
  }
}

interface WantedBlock {
  readonly block: number;
  readonly rows: number;
}

function wantedBlocks(
  { blocks, files }: ResultIndex,
  { reasons }: RowMatcher,
  from: number,
): WantedBlock[] {
  const blockCounts = [...reasons].flatMap((reason) => (blocks[reason] ? [blocks[reason]] : []));
  const found: WantedBlock[] = [];
  for (let block = from; block < files.all.offsets.length; block += 1) {
    const rows = blockCounts.reduce((sum, each) => sum + (each[block] ?? 0), 0);
    if (rows > 0) found.push({ block, rows });
  }
  return found;
}

/** Drops leading blocks that are skipped entirely; `left` is the number of rows still to skip. */
function skipRows(wanted: readonly WantedBlock[], rows: number) {
  let left = rows;
  const first = wanted.findIndex((each) => {
    if (left < each.rows) return true;
    left -= each.rows;
    return false;
  });
  return { blocks: first < 0 ? [] : wanted.slice(first), left };
}

/**
 * Returns the next blocks to read in parallel: at least `minBlocks` with at least `minRows` rows,
 * as far as available, but at most MAX_BLOCKS.
 */
function nextGroup(
  blocks: readonly WantedBlock[],
  at: number,
  minBlocks: number,
  minRows: number,
): number[] {
  const group: number[] = [];
  let rows = 0;
  for (const each of blocks.slice(at, at + MAX_BLOCKS)) {
    if (group.length >= minBlocks && rows >= minRows) break;
    group.push(each.block);
    rows += each.rows;
  }
  return group;
}

async function blockRecords(
  blobs: BlobReader,
  listId: string,
  group: readonly number[],
): Promise<RowRecords[]> {
  const ranges = group.map((block) => [block * BLOCK_BYTES, (block + 1) * BLOCK_BYTES] as const);
  return (await readRanges(blobs, resultKey(listId, 'rows'), ranges)).pieces.map(parseRowRecords);
}

/** Neighboring candidates. One read covers everything from the first to the last. */
type CandidateRange = RowCandidate[];

/** Groups candidates into ranges, and ranges into chunks of at most `maxRows` rows. */
function* chunksOf(
  found: readonly RowCandidate[],
  maxRows: number,
): Generator<readonly CandidateRange[]> {
  let chunk: CandidateRange[] = [];
  let range: CandidateRange = [];
  let rows = 0;
  let bytes = 0;
  for (const each of found) {
    const [first] = range;
    const last = range.at(-1);
    if (
      first &&
      last &&
      each.start - last.end <= MAX_GAP_BYTES &&
      last.end - first.start < MAX_RANGE_BYTES
    ) {
      bytes += each.end - last.end;
      range.push(each);
    } else {
      bytes += each.end - each.start;
      range = [each];
      chunk.push(range);
    }
    rows += 1;
    if (rows < maxRows && bytes < MAX_TEXT_BYTES && chunk.length < MAX_RANGES) continue;
    yield chunk;
    chunk = [];
    range = [];
    rows = 0;
    bytes = 0;
  }
  if (chunk.length > 0) yield chunk;
}

const decodeText = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString();

/** Reads and parses the candidates. With `text`, omits rows whose line does not contain it. */
async function readMatchingRows(
  blobs: BlobReader,
  key: string,
  chunk: readonly CandidateRange[],
  text: string | undefined,
  isCorrected: boolean,
): Promise<{ rows: ResultRow[]; bytes: number }> {
  const ranges = chunk.map((range) => [range[0]?.start ?? 0, range.at(-1)?.end ?? 0] as const);
  const { pieces, bytes } = await readRanges(blobs, key, ranges);
  // Search for the text as it is escaped in lines. Lowercasing several lines together is safe,
  // because quotes separate the letters of different lines. The lowercase form of a letter, such as
  // a Greek sigma at the end of a word, depends only on adjacent letters.
  const needle = text === undefined ? undefined : escapeCellText(text);
  const containsNeedle = (lines: Uint8Array): boolean =>
    needle === undefined || decodeText(lines).toLowerCase().includes(needle);
  const rows: ResultRow[] = [];
  for (const [at, lines] of pieces.entries()) {
    if (!containsNeedle(lines)) continue;
    const first = ranges[at]?.[0] ?? 0;
    for (const { row, records, recordIndex, start, end } of chunk[at] ?? []) {
      const line = lines.subarray(start - first, end - first);
      if (!containsNeedle(line)) continue;
      rows.push({ row, records, recordIndex, ...parseResultLine(decodeText(line), isCorrected) });
    }
  }
  return { rows, bytes };
}

/**
 * Reads byte ranges given in ascending order, combining close ranges into one request.
 * @returns the bytes of each range, and the total number of bytes read
 */
async function readRanges(
  blobs: BlobReader,
  key: string,
  ranges: readonly ByteRange[],
): Promise<{ pieces: Uint8Array[]; bytes: number }> {
  const requests: [start: number, end: number][] = [];
  const requestIndexes = ranges.map(([start, end]) => {
    const last = requests.at(-1);
    if (last && start - last[1] <= MAX_GAP_BYTES && end - last[0] <= MAX_REQUEST_BYTES)
      last[1] = end;
    else requests.push([start, end]);
    return requests.length - 1;
  });
  const responses = await Promise.all(requests.map((range) => blobs.bytes(key, range)));
  const pieces = ranges.map(([start, end], at) => {
    const request = requestIndexes[at] ?? 0;
    const offset = requests[request]?.[0] ?? 0;
    return (responses[request] ?? new Uint8Array()).subarray(start - offset, end - offset);
  });
  return { pieces, bytes: responses.reduce((sum, { length }) => sum + length, 0) };
}
