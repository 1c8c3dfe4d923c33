import type { Language } from '../../../shared/model/account.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { SAMPLE_LIST } from '../../../shared/model/sample-list.ts';
import { statusOf } from '../../../shared/model/verdict.ts';
import { readRows } from '../../../shared/list-file/rows.ts';
import { testOwnerOf } from '../../access/rules/owner.ts';
import { BlobMissingError } from '../../platform/s3/blobs.ts';
import type { ListsDeps } from '../deps.ts';
import { readFile } from '../upload/read-file.ts';
import { KIND_OF, resultObjectKey } from '../rules/blob-keys.ts';
import { type List, newList } from '../rules/list.ts';
import { resultPieces } from './rules/result-pieces.ts';
import { factsOf, flagsOf } from '../rules/row-facts.ts';
import { SAMPLE_ROWS, type SampleRow } from './rules/sample-rows.ts';
import { createShares } from '../rules/shares.ts';
import { createVerdictSheet } from './rules/verdict-sheet.ts';
import { type TaskVerdict, verdictLines } from '../rules/work-lines.ts';

/** What the calls about one list read of it. */
export interface ListSource {
  readonly lists: Pick<ListsDeps['lists'], 'get'>;
  readonly blobs: Pick<ListsDeps['blobs'], 'bytes' | 'size' | 'write' | 'link'>;
}

const NAMES = { en: 'Sample list', fr: 'Liste d’exemple' };
/** When the sample was made, and how long it would have taken. */
const CREATED = Date.UTC(2026, 10, 2, 9);
const TOOK_MS = 41_000;

/**
 * What a call about a list is given: its own dependencies or, for the sample, that and its result in
 * memory. Nobody owns the sample, so that nothing of it is stored, charged, counted or exported.
 */
export const forList = async <Own extends Pick<ListSource, 'lists'>>(
  own: Own,
  listId: string,
  language: Language,
): Promise<Own | (Omit<Own, keyof ListSource> & ListSource)> =>
  listId === SAMPLE_LIST ? { ...own, ...(await sampleSource(language)) } : own;

async function sampleSource(language: Language): Promise<ListSource> {
  const { list, objects } = await (sample ??= makeSample());
  // What a call writes, a selection of rows, is gone after it.
  const blobs = new Map(objects);
  const find = (key: string): Uint8Array => {
    const found = blobs.get(key);
    if (!found) throw new BlobMissingError(key);
    return found;
  };
  return {
    lists: { get: async () => ({ ...list, name: NAMES[language] }) },
    blobs: {
      size: async (key) => blobs.get(key)?.length,
      bytes: async (key, range) => (range ? find(key).subarray(...range) : find(key)),
      async write(key, chunks) {
        const pieces: Uint8Array[] = [];
        for await (const chunk of chunks) pieces.push(Buffer.from(chunk));
        blobs.set(key, Buffer.concat(pieces));
      },
      link: () => Promise.reject(new TypeError('the sample is too small for a link')),
    },
  };
}

/** Made once by each function that is asked for it, in a few milliseconds. */
let sample: ReturnType<typeof makeSample> | undefined;

/** The sample as it were if its file had been uploaded: read, answered and written as any list. */
async function makeSample(): Promise<{ list: List; objects: ReadonlyMap<string, Uint8Array> }> {
  const file = Buffer.from(
    ['email;customer', ...SAMPLE_ROWS.map(({ address, customer }) => `${address};${customer}`)]
      .map((line) => `${line}\n`)
      .join(''),
  );
  const ordinals: Uint8Array[] = [];
  const { manifest, index } = await readFile({
    head: file,
    read: () => oneChunk(file),
    async keepRows(rows) {
      for await (const row of rows) ordinals.push(row);
    },
  });
  const answers = SAMPLE_ROWS.filter(({ reason }) => reason !== undefined);
  const sheet = createVerdictSheet(index.size);
  sheet.take(verdictLines(answers.flatMap(verdictOf)));
  const shares = createShares(manifest.domains ?? []);
  const pieces = new Map<string, Uint8Array[]>();
  const rows = readRows(oneChunk(file), manifest.reading);
  for await (const [name, bytes] of resultPieces(
    rows,
    oneChunk(Buffer.concat(ordinals)),
    manifest,
    sheet,
    shares,
  )) {
    const key = resultObjectKey(SAMPLE_LIST, name);
    pieces.set(key, [...(pieces.get(key) ?? []), bytes]);
  }

  const upload = {
    userId: testOwnerOf(SAMPLE_LIST),
    listId: SAMPLE_LIST,
    name: NAMES.en,
    sourceName: 'sample.csv',
    createdAt: new Date(CREATED).toISOString(),
  };
  const { total, badSyntax, duplicates } = manifest;
  const counts = { valid: 0, invalid: 0, risky: 0, unknown: 0 };
  const reasons: Partial<Record<NonNullable<SampleRow['reason']>, number>> = {};
  for (const { reason } of answers) {
    if (reason === undefined) continue;
    counts[KIND_OF[statusOf(reason)]] += 1;
    reasons[reason] = (reasons[reason] ?? 0) + 1;
  }
  const list: List = {
    ...newList(upload, CREATED),
    ...counts,
    total,
    badSyntax,
    duplicates,
    processed: total,
    reasons,
    status: LIST_STATUS.finished,
    startDate: upload.createdAt,
    endDate: new Date(CREATED + TOOK_MS).toISOString(),
    shares: shares.largest(sheet.providers),
  };
  const objects = [...pieces].map(([key, chunks]) => [key, Buffer.concat(chunks)] as const);
  return { list, objects: new Map(objects) };
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** What a worker notes of an answer; of bad syntax no worker hears. */
function verdictOf(row: SampleRow, ordinal: number): TaskVerdict[] {
  const { address, reason, provider, reply, suggestion, kind } = row;
  if (reason === undefined || reason === 'bad_syntax') return [];
  const status = statusOf(reason);
  const flags = { ...flagsOf(0, reason), ...(kind && { [kind]: true }) };
  const [, code, text = '', enhanced] = /^(\d{3}) ((\S+) .*)$/.exec(reply ?? '') ?? [];
  const said = code === undefined ? undefined : { code: Number(code), enhanced, text };
  const facts = factsOf({ email: address, status, confidence: 1, flags, provider, reply: said });
  return [{ ordinal, status, reason, suggestion, ...facts }];
}
