import type { VerdictKind } from '../../../shared/model/verdict.ts';
import { isRecheckId } from './recheck-id.ts';

/** The names of a list's objects, made here and nowhere else. */

interface ReadList {
  readonly listId: string;
  readonly readRun: string | null;
}

const UPLOAD = /^uploads\/([^/]+)\/([^/]+)$/;

/** All files of a user as they arrived. */
export const uploadPrefix = (userId: string): string => `uploads/${userId}/`;
/** The file as it arrived. */
export const uploadKeyOf = (userId: string, listId: string): string =>
  `${uploadPrefix(userId)}${listId}`;

/** Whose list an uploaded object is; undefined for any other key. */
export function parseUploadKey(key: string): { userId: string; listId: string } | undefined {
  const [, userId, listId] = UPLOAD.exec(key) ?? [];
  return userId !== undefined && listId !== undefined ? { userId, listId } : undefined;
}

/** All objects of a list that was deleted, with those of its rechecks; of a recheck its own. */
export const prefixesOf = (userId: string, listId: string): string[] =>
  ['work/', 'results/', selectionsPrefix(userId)].map(
    (area) => `${area}${listId}${isRecheckId(listId) ? '/' : ''}`,
  );

/** Everything that may go when a list is finished. */
export const workPrefix = (listId: string): string => `work/${listId}/`;
/** What one run of ingest made of a file. The objects of another run count for nothing. */
const readPrefix = ({ listId, readRun }: ReadList): string => `${workPrefix(listId)}${readRun}/`;
/** The file as ingest read it: an upload may be overwritten while its form is valid. */
export const sourceKey = (list: ReadList): string => `${readPrefix(list)}source`;
/** Addresses of valid syntax, a line `<ordinal>\t<address>` each, domain by domain. */
export const addressesKey = (list: ReadList): string => `${readPrefix(list)}addresses`;
/** For each row of the source, four bytes little-endian: ordinal + 1, or 0 without an address. */
export const rowsKey = (list: ReadList): string => `${readPrefix(list)}rows`;
/** The addresses of a first look, in lines as above: of as many others are drawn. */
export const lookKey = (list: ReadList & { readonly look?: number | undefined }): string =>
  `${readPrefix(list)}look-${list.look}`;
export const manifestKey = (list: ReadList): string => `${readPrefix(list)}manifest.json`;
/** Verdicts of one run of a task: those of a run that no completion names count for nothing. */
export const partKey = (listId: string, task: string, run: string): string =>
  `${workPrefix(listId)}parts/${task}-${run}`;
/** Addresses of a task that grew in one run of its parent. */
export const taskKeyOf = (listId: string, task: string, run: string): string =>
  `${workPrefix(listId)}tasks/${task}-${run}`;

/** The files of a result: the whole, and the rows with each verdict. */
export type ResultKind = 'all' | VerdictKind;
/** Of a result the id under which it is stored, as `resultOf` says. */
export const resultPrefix = (listId: string): string => `results/${listId}/`;
/** The objects of a result: its files, the records of their rows, and what belongs to those. */
const RESULT_OBJECTS = {
  all: 'all.csv',
  valid: 'valid.csv',
  invalid: 'invalid.csv',
  risky: 'risky.csv',
  unknown: 'unknown.csv',
  /** Where the rows are in the files. */
  index: 'index.json',
  rows: 'rows',
  /** What mail servers said, by the numbers in those records. */
  replies: 'replies.json',
};
export type ResultObject = keyof typeof RESULT_OBJECTS;
export const resultKey = (listId: string, name: ResultObject): string =>
  `${resultPrefix(listId)}${RESULT_OBJECTS[name]}`;
/** Rows and columns that were chosen from results of a user. */
export const selectionsPrefix = (userId: string): string => `selections/${userId}/`;
/** One of them. @param madeAt epoch milliseconds */
export const selectionKey = (
  { userId, listId }: { readonly userId: string; readonly listId: string },
  madeAt: number,
  token: string,
): string => `${selectionsPrefix(userId)}${listId}/${madeAt}-${token}`;
/** When the selection of a key was made, in epoch milliseconds. */
export const madeAtOf = (key: string): number => Number.parseInt(key.split('/')[3] ?? '', 10);
