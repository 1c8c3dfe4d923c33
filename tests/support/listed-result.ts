import { readResultRows } from '../../functions/lists/result/list-rows.ts';
import { resultKey } from '../../functions/lists/rules/blob-keys.ts';
import { newList } from '../../functions/lists/rules/list.ts';
import { generateResultPieces } from '../../functions/lists/rules/result/result-pieces.ts';
import { createBreakdownBuilder } from '../../functions/lists/rules/breakdown.ts';
import { createVerdictTable } from '../../functions/lists/rules/result/verdict-table.ts';
import { formatVerdictLines } from '../../functions/lists/rules/work-lines.ts';
import type {
  ListedRow,
  RowFilter,
  RowsPageQuery,
  RowsPage,
} from '../../shared/contract/list-rows.ts';
import { VERDICT_REASONS, statusForReason } from '../../shared/model/verdict.ts';
import { createMemoryBlobs } from './memory-blobs.ts';
import { randomFrom } from './random.ts';

const upload = { userId: 'u', listId: 'L', name: 'n', sourceName: 's', createdAt: '' };
const finished = { ...newList(upload, 0), status: 7, endDate: '2026-11-22T00:00:00.000Z' } as const;

export interface StoredResultRow {
  readonly cells: readonly string[];
  /** Absent if the row has no address. */
  readonly reason?: ListedRow['reason'] | undefined;
}

/**
 * Stores a result with these rows. Returns a function that reads its pages, and the sizes of all
 * reads in bytes.
 * @param readMs milliseconds by which a read advances the clock
 */
export async function createStoredResult(rows: readonly StoredResultRow[], readMs = 0) {
  const blobs = createMemoryBlobs();
  const answered = rows.flatMap(({ reason }) => (reason ? [reason] : []));
  const sheet = createVerdictTable(answered.length);
  sheet.addPart(
    formatVerdictLines(
      answered.map((reason, ordinal) => ({
        ordinal,
        status: statusForReason(reason),
        reason,
        provider: reason === 'accepted' ? 'google' : undefined,
        flags: reason === 'accepted' ? 2 : 0,
        reply: reason === 'policy' ? `550 5.7.1 refused ${ordinal % 7}` : '',
      })),
    ),
  );
  let ordinal = 0;
  const numbers = Uint32Array.from(rows, ({ reason }) => (reason ? (ordinal += 1) : 0));
  const pieces = generateResultPieces(
    (async function* () {
      for (const { cells } of rows) yield cells;
    })(),
    (async function* () {
      yield new Uint8Array(numbers.buffer);
    })(),
    {
      reading: {
        encoding: 'utf-8',
        separator: ';',
        quotes: 'trusted',
        width: 1,
        skip: 0,
        column: 0,
      },
      header: false,
      columns: 2,
    },
    sheet,
    createBreakdownBuilder([]),
  );
  const objects = new Map<string, Uint8Array[]>();
  for await (const [name, bytes] of pieces) {
    const key = resultKey('L', name);
    objects.set(key, [...(objects.get(key) ?? []), Buffer.from(bytes)]);
  }
  for (const [key, chunks] of objects) await blobs.put(key, Buffer.concat(chunks));
  const read: number[] = [];
  const { bytes } = blobs;
  let now = 0;
  blobs.bytes = async (...args) => {
    const found = await bytes(...args);
    read.push(found.length);
    now += readMs;
    return found;
  };
  const deps = {
    blobs,
    lists: { get: async () => finished },
    bouncedAddresses: { find: async () => new Map() },
    tasks: {},
    activity: { recordDaily: async () => undefined },
    clock: { now: () => now },
  } as unknown as Parameters<typeof readResultRows>[0];
  const page = (query: RowFilter & RowsPageQuery = {}) => readResultRows(deps, 'u', 'L', query);
  return { page, read };
}

export async function readAllPages(
  page: (query: RowFilter & RowsPageQuery) => Promise<RowsPage>,
  filter: RowFilter = {},
) {
  const pages: RowsPage[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const next: RowsPage = await page({ ...filter, ...(cursor && { cursor }) });
    pages.push(next);
    cursor = next.next;
  }
  return { pages, rows: pages.flatMap(({ rows }) => rows) };
}

const DOMAINS = ['gmail.com', 'société.fr', 'EXAMPLE.org', 'a.fr', ...'bcdefgh'];
const odd = ['', 'x;y', '"', '=1+1', 'Zoé\r\nMartin', 'NEEDLE', 'é'.repeat(400)];

const random = randomFrom(26);
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
/** Ten blocks of rows. Some blocks have only accepted rows; some rows have no address. */
export const RESULT_ROWS: readonly StoredResultRow[] = Array.from({ length: 9_500 }, (_, at) => {
  if (at % 50 === 7) return { cells: ['', pick(odd)] };
  const reason = random() < 0.9 ? 'accepted' : pick(VERDICT_REASONS);
  const name = random() < 0.01 ? 'Needle' : 'p';
  const address = `${name}${at}@${pick(DOMAINS)}.test`;
  const cell = random() < 0.05 ? `"Ada" <${address}>` : address;
  return { cells: [cell, pick(odd)], reason: at > 4000 && at < 7000 ? 'accepted' : reason };
});

/** Returns the number of addresses per score band: 0 to 9, 10 to 19, … 90 to 100. */
export function countByScoreBand(rows: readonly { score: number; count?: number }[]): number[] {
  const counts = Array.from({ length: 10 }, () => 0);
  for (const { score, count = 1 } of rows) {
    const ten = Math.min(9, Math.floor(score / 10));
    counts[ten] = (counts[ten] ?? 0) + count;
  }
  return counts;
}
