import { expect, it } from 'vitest';
import { packNumbers } from '../../../shared/list-file/pack-numbers.ts';
import { createMemoryBlobs } from '../../../tests/support/memory-blobs.ts';
import { resultRow } from '../result/listed-row.ts';
import { readHeader, readIndex, resultRows } from '../result/result-rows.ts';
import { rowTest } from '../result/row-test.ts';
import type { ResultPiece } from '../result/rules/result-file.ts';
import { BLANK_ROW, resultLine } from '../result/rules/result-format.ts';
import { createResultWriter } from '../result/rules/result-writer.ts';
import { createVerdictSheet } from '../result/rules/verdict-sheet.ts';
import { resultKey } from '../rules/blob-keys.ts';
import { createBreakdown } from '../rules/breakdown.ts';
import { newList } from '../rules/list.ts';
import { verdictLines } from '../rules/work-lines.ts';
import { readFormer } from './result-lines.ts';
import { createChanges } from './rules/changes.ts';
import { recheckedPieces } from './rules/rechecked-pieces.ts';

const HEADER = '"email";"name";"status";"reason";"suggestion"\r\n';
const upload = { userId: 'u', listId: 'L', name: 'n', sourceName: 's', createdAt: '' };
const list = { ...newList(upload, 0), status: 7 } as const;

/** Verdicts of a list whose first address is unknown and whose second one has bad syntax. */
function sheetOf(reason: 'policy' | 'accepted') {
  const sheet = createVerdictSheet(2);
  const status = reason === 'policy' ? 'unknown' : 'deliverable';
  sheet.take(verdictLines([{ ordinal: 0, status, reason }]));
  return sheet;
}

/** A result that was stored before there was a column `address`. */
function formerPieces(): ResultPiece[] {
  const shape = { separator: ';', columns: 2, version: 2 } as const;
  const sheet = sheetOf('policy');
  const writer = createResultWriter(';', 0, 2);
  for (const kind of ['all', 'valid', 'invalid', 'risky', 'unknown'] as const)
    writer.addLine(kind, Buffer.from(HEADER));
  for (const [at, cells] of [['<ada@a.fr>', 'Ada'], ['nobody']].entries()) {
    const verdict = sheet.at(at, '');
    writer.addRow(Buffer.from(resultLine(cells, verdict, shape)), verdict, 0);
  }
  writer.addRow(Buffer.from(BLANK_ROW), undefined, 0);
  return writer.end(sheet, []);
}

async function read(blobs: ReturnType<typeof createMemoryBlobs>, listId: string) {
  const index = await readIndex(blobs, listId);
  const test = rowTest({});
  const toRow = resultRow(list, index, []);
  const rows: unknown[] = [];
  for await (const batch of resultRows(blobs, listId, index, test, { from: 0, passOver: 0 }, 10))
    for (const row of batch.rows) {
      const { email, address, reason } = toRow(row);
      rows.push([email, address, reason, row.cells]);
    }
  return { header: await readHeader(blobs, listId, index), rows, version: index.version };
}

it('reads and rechecks a result that has no column for the address', async () => {
  const blobs = createMemoryBlobs();
  const put = async (
    listId: string,
    pieces: Iterable<ResultPiece> | AsyncIterable<ResultPiece>,
  ) => {
    const objects = new Map<string, Buffer>();
    for await (const [name, bytes] of pieces) {
      const key = resultKey(listId, name);
      objects.set(key, Buffer.concat([objects.get(key) ?? Buffer.alloc(0), bytes]));
    }
    for (const [key, bytes] of objects) await blobs.put(key, bytes);
  };
  await put('L', formerPieces());
  const bad = ['nobody', '', 'bad_syntax', ['nobody', '']];
  expect(await read(blobs, 'L')).toEqual({
    header: ['email', 'name'],
    rows: [['<ada@a.fr>', 'ada@a.fr', 'policy', ['<ada@a.fr>', 'Ada']], bad],
    version: 2,
  });

  const changes = createChanges();
  const wanted = new Map([['new@b.fr', { address: 'new@b.fr', adds: true }]]);
  const numbers = packNumbers(
    (async function* () {
      yield* [1, 0, 0, 2];
    })(),
  );
  const sheet = sheetOf('accepted');
  sheet.take(verdictLines([{ ordinal: 1, status: 'deliverable', reason: 'accepted' }]));
  const former = await readFormer(blobs, 'L');
  await put('M', recheckedPieces(former, numbers, sheet, createBreakdown([]), changes, wanted));
  expect(await read(blobs, 'M')).toEqual({
    header: ['email', 'name'],
    rows: [
      ['<ada@a.fr>', 'ada@a.fr', 'accepted', ['<ada@a.fr>', 'Ada']],
      bad,
      ['new@b.fr', 'new@b.fr', 'accepted', ['new@b.fr', '']],
    ],
    version: 2,
  });
  expect(blobs.text('results/M/valid.csv')).toBe(
    `\ufeff${HEADER}"<ada@a.fr>";"Ada";"deliverable";"accepted";""\r\n"new@b.fr";"";"deliverable";"accepted";""\r\n`,
  );
});
