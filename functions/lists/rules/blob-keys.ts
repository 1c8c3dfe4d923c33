import type { VerdictKind } from '../../../shared/model/verdict.ts';
import { isRecheckId } from './recheck-id.ts';

/** The names of a list's objects are built only in this file. */

interface IngestedList {
  readonly listId: string;
  readonly readRun: string | null;
}

const UPLOAD = /^uploads\/([^/]+)\/([^/]+)$/;

export const uploadPrefix = (userId: string): string => `uploads/${userId}/`;
export const uploadKeyOf = (userId: string, listId: string): string =>
  `${uploadPrefix(userId)}${listId}`;

/** The owner and list of an uploaded object; undefined for any other key. */
export function parseUploadKey(key: string): { userId: string; listId: string } | undefined {
  const [, userId, listId] = UPLOAD.exec(key) ?? [];
  return userId !== undefined && listId !== undefined ? { userId, listId } : undefined;
}

/** The prefixes of all objects of a deleted list and its rechecks, or only of a deleted recheck. */
export const prefixesOf = (userId: string, listId: string): string[] =>
  ['work/', 'results/', selectionsPrefix(userId)].map(
    (area) => `${area}${listId}${isRecheckId(listId) ? '/' : ''}`,
  );

/** Everything that can be deleted once a list is finished. */
export const workPrefix = (listId: string): string => `work/${listId}/`;
/** The objects of one ingest run; other runs' objects are ignored. */
const ingestPrefix = ({ listId, readRun }: IngestedList): string =>
  `${workPrefix(listId)}${readRun}/`;
/** The copy that ingest reads, since an upload may be overwritten while its form is valid. */
export const sourceKey = (list: IngestedList): string => `${ingestPrefix(list)}source`;
/** Addresses of valid syntax, one line `<ordinal>\t<address>` each, domain by domain. */
export const addressesKey = (list: IngestedList): string => `${ingestPrefix(list)}addresses`;
/** For each row of the source, four bytes little-endian: ordinal + 1, or 0 without an address. */
export const rowsKey = (list: IngestedList): string => `${ingestPrefix(list)}rows`;
/** The addresses of a preview, in lines as above. Another size draws other addresses. */
export const previewKey = (list: IngestedList & { readonly look?: number | undefined }): string =>
  `${ingestPrefix(list)}look-${list.look}`;
export const manifestKey = (list: IngestedList): string => `${ingestPrefix(list)}manifest.json`;
/** Verdicts of one run of a task; ignored unless a completion names the run. */
export const partKey = (listId: string, task: string, run: string): string =>
  `${workPrefix(listId)}parts/${task}-${run}`;
/** Addresses of a child task, as one run of its parent left them. */
export const taskAddressesKey = (listId: string, task: string, run: string): string =>
  `${workPrefix(listId)}tasks/${task}-${run}`;

/** The files of a result: the whole, and the rows of each verdict. */
export type ResultKind = 'all' | VerdictKind;
/** The prefix of a result, by the id that `resultOf` returns. */
export const resultPrefix = (listId: string): string => `results/${listId}/`;
/** The objects of a result: its files, the records of their rows, and what the records refer to. */
const RESULT_OBJECTS = {
  all: 'all.csv',
  valid: 'valid.csv',
  invalid: 'invalid.csv',
  risky: 'risky.csv',
  unknown: 'unknown.csv',
  /** Positions of the rows in the files. */
  index: 'index.json',
  rows: 'rows',
  /** Server replies, indexed by the numbers in the records. */
  replies: 'replies.json',
};
export type ResultObject = keyof typeof RESULT_OBJECTS;
export const resultKey = (listId: string, name: ResultObject): string =>
  `${resultPrefix(listId)}${RESULT_OBJECTS[name]}`;
export const selectionsPrefix = (userId: string): string => `selections/${userId}/`;
/** The key of one selection. @param createdAt epoch milliseconds */
export const selectionKey = (
  { userId, listId }: { readonly userId: string; readonly listId: string },
  createdAt: number,
  token: string,
): string => `${selectionsPrefix(userId)}${listId}/${createdAt}-${token}`;
/** When a selection was made, in epoch milliseconds. */
export const createdAtOf = (key: string): number => Number.parseInt(key.split('/')[3] ?? '', 10);
