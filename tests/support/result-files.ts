import assert from 'node:assert/strict';
import type { ResultKind } from '../../functions/lists/rules/blob-keys.ts';
import {
  ROWS_PER_BLOCK,
  type ResultIndex,
  hasCorrections,
} from '../../functions/lists/rules/result/result-index.ts';
import { KIND_BY_STATUS, type VerdictStatus } from '../../shared/model/verdict.ts';

/** Returns the keys of a list's result objects, sorted. */
export const resultObjects = (listId: string): string[] =>
  [
    'all.csv',
    'index.json',
    'invalid.csv',
    'replies.json',
    'risky.csv',
    'rows',
    'unknown.csv',
    'valid.csv',
  ].map((name) => `results/${listId}/${name}`);

/**
 * Matches the cells added to a row: status, reason, suggestion and address, and the two cells of a
 * correction if the result has them.
 */
const addedCells = (index: ResultIndex): RegExp =>
  new RegExp(
    `"(\\w*)"[;,\\t|]"(\\w*)"(?:[;,\\t|]"(?:[^"]|"")*"){${hasCorrections(index) ? 4 : 2}}\\r\\n$`,
  );

/**
 * Expects that each part of a result contains exactly the rows with its verdict, unchanged, and
 * that the index locates them.
 * @param bytesOf returns the content of an object by name, such as `valid.csv`
 * @param start everything before the first row, including the header
 * @param rows every row of the full result, in order
 */
export function expectResultParts(
  bytesOf: (name: string) => Uint8Array | undefined,
  start: string,
  rows: readonly string[],
): void {
  const textOf = (name: string): string =>
    Buffer.from(bytesOf(name) ?? assert.fail(name)).toString();
  const index = JSON.parse(textOf('index.json')) as ResultIndex;
  const pattern = addedCells(index);
  const counts: Record<string, Record<string, number>> = {};
  const parts: Record<ResultKind, string[]> = {
    all: [...rows],
    valid: [],
    invalid: [],
    risky: [],
    unknown: [],
  };
  for (const row of rows) {
    const [, status = '', reason = ''] = pattern.exec(row) ?? [];
    if (status === '') continue;
    parts[KIND_BY_STATUS[status as VerdictStatus]].push(row);
    const ofStatus = (counts[status] ??= {});
    ofStatus[reason] = (ofStatus[reason] ?? 0) + 1;
  }
  assert.deepEqual(index.counts, counts);
  for (const [kind, part] of Object.entries(parts)) {
    const head = kind === 'all' ? start : start.replace(/^\ufeff(\r\n)+/, '\ufeff');
    assert.equal(textOf(`${kind}.csv`) === head + part.join(''), true, `${kind}.csv`);
    const offsets: number[] = [];
    let bytes = Buffer.byteLength(head);
    for (const [at, row] of part.entries()) {
      if (at % ROWS_PER_BLOCK === 0) offsets.push(bytes);
      bytes += Buffer.byteLength(row);
    }
    assert.deepEqual(index.files[kind as ResultKind], { rows: part.length, bytes, offsets });
  }
}

/**
 * Like `expectResultParts`, but for a stored result without blank lines at its start and without
 * line breaks in cells.
 */
export function expectStoredResultParts(
  objects: ReadonlyMap<string, Uint8Array>,
  listId: string,
): void {
  const bytesOf = (name: string) => objects.get(`results/${listId}/${name}`);
  const all = Buffer.from(bytesOf('all.csv') ?? assert.fail('all.csv')).toString();
  const [header = '', ...rows] = all.match(/[^\n]*\n/g) ?? [];
  expectResultParts(bytesOf, header, rows);
}
