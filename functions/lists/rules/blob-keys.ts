import type { VerdictKind } from '../../../shared/model/verdict.ts';
import { isRecheckId } from './recheck-id.ts';

interface IngestedList {
  readonly listId: string;
  readonly readRun: string | null;
}

const UPLOAD_KEY_PATTERN = /^uploads\/([^/]+)\/([^/]+)$/;

export const uploadPrefix = (userId: string): string => `uploads/${userId}/`;
export const uploadBlobKey = (userId: string, listId: string): string =>
  `${uploadPrefix(userId)}${listId}`;

export function parseUploadKey(key: string): { userId: string; listId: string } | undefined {
  const [, userId, listId] = UPLOAD_KEY_PATTERN.exec(key) ?? [];
  return userId !== undefined && listId !== undefined ? { userId, listId } : undefined;
}

/**
 * Prefixes of all objects of a list and its rechecks, except the upload. For a recheck id, prefixes
 * of the objects of that recheck.
 */
export const listBlobPrefixes = (userId: string, listId: string): string[] =>
  [
    'work/',
    'results/',
    `${ANSWERS}${userId}/`,
    selectionsPrefix(userId),
    bounceReportsPrefix(userId),
  ].map((area) => `${area}${listId}${isRecheckId(listId) ? '/' : ''}`);

/** All objects with these prefixes can be deleted once the list has ended. */
export const workPrefixes = (userId: string, listId: string): string[] => [
  workPrefix(listId),
  `${ANSWERS}${userId}/${listId}/`,
];
const workPrefix = (listId: string): string => `work/${listId}/`;
const ANSWERS = 'answers/';
export const isAnswer = (key: string): boolean => key.startsWith(ANSWERS);
/** The key of the engine's answer to a task, except its HMAC. */
export const answerName = ({
  userId,
  listId,
  task,
  attempt,
  range,
}: {
  readonly userId: string;
  readonly listId: string;
  readonly task: string;
  readonly attempt: number;
  readonly range?: readonly number[] | undefined;
}): string => `${ANSWERS}${userId}/${listId}/${task}.${attempt}.${range?.join('-') ?? '-'}`;
/**
 * `readRun` is the ingest run whose counts are stored with the list. Objects of other runs are
 * ignored.
 */
const ingestPrefix = ({ listId, readRun }: IngestedList): string =>
  `${workPrefix(listId)}${readRun}/`;
/** Ingest reads this copy: the upload can be overwritten until its presigned POST expires. */
export const sourceKey = (list: IngestedList): string => `${ingestPrefix(list)}source`;
/** The addresses with valid syntax, one line `<ordinal>\t<address>` each, grouped by domain. */
export const addressesKey = (list: IngestedList): string => `${ingestPrefix(list)}addresses`;
/** One little-endian 32-bit number per source row: the ordinal of its address + 1, or 0 if none. */
export const rowOrdinalsKey = (list: IngestedList): string => `${ingestPrefix(list)}rows`;
/** A preview's addresses, in the format of `addressesKey`. Each sample size has its own object. */
export const previewKey = (list: IngestedList & { readonly look?: number | undefined }): string =>
  `${ingestPrefix(list)}look-${list.look}`;
export const manifestKey = (list: IngestedList): string => `${ingestPrefix(list)}manifest.json`;
/** The verdicts of one run of a task, ignored unless the task's completion record names the run. */
export const taskVerdictsKey = (listId: string, task: string, run: string): string =>
  `${workPrefix(listId)}parts/${task}-${run}`;
/**
 * The rows, or the contacts' hashes, of a part of an import. Like all work objects of the list, they
 * are deleted when the list ends, and when its upload is deleted.
 */
export const importPartKey = (importId: string, part: string, what: 'ids' | 'rows'): string =>
  `${workPrefix(importId)}import/${part}-${what}`;
/** A child task's addresses, written by one run of its parent. */
export const taskAddressesKey = (listId: string, task: string, run: string): string =>
  `${workPrefix(listId)}tasks/${task}-${run}`;

/** The files of a result: `all` rows, and the rows of each verdict. */
export type ResultKind = 'all' | VerdictKind;
/** @param listId the id that `resultIdOf` returns */
export const resultPrefix = (listId: string): string => `results/${listId}/`;
/** The objects of a result: files, row records, and the texts that the records refer to. */
const RESULT_OBJECTS = {
  all: 'all.csv',
  valid: 'valid.csv',
  invalid: 'invalid.csv',
  risky: 'risky.csv',
  unknown: 'unknown.csv',
  /** Block offsets in each file, and row counts (see `ResultIndex`). */
  index: 'index.json',
  rows: 'rows',
  /** Server replies, indexed by the numbers in the records. */
  replies: 'replies.json',
};
export type ResultObjectName = keyof typeof RESULT_OBJECTS;
export const resultKey = (listId: string, name: ResultObjectName): string =>
  `${resultPrefix(listId)}${RESULT_OBJECTS[name]}`;
/** A bounce report is deleted with the list that it refers to. */
export const bounceReportsPrefix = (userId: string): string => `reports/${userId}/`;
export const selectionsPrefix = (userId: string): string => `selections/${userId}/`;
/** @param createdAt epoch milliseconds */
export const selectionKey = (
  { userId, listId }: { readonly userId: string; readonly listId: string },
  createdAt: number,
  token: string,
): string => `${selectionsPrefix(userId)}${listId}/${createdAt}-${token}`;
/** @returns epoch milliseconds */
export const parseSelectionCreatedAt = (key: string): number =>
  Number.parseInt(key.split('/')[3] ?? '', 10);
