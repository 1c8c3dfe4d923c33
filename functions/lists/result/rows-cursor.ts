import { hash } from 'node:crypto';
import { AppError } from '../../../shared/contract/errors.ts';
import type { RowFilter } from '../../../shared/contract/list-rows.ts';
import { decodeCursor, encodeCursor } from '../../platform/paging.ts';
import type { List } from '../rules/list.ts';

/**
 * Ties a cursor to one filter and one state of one list. A forged cursor only reads other rows of
 * the caller's own list, so it needs no signature.
 */
function fingerprint(
  { listId, endDate, epoch, result }: List,
  { status, reason, domain, q, only, min_score }: RowFilter,
): string {
  const filterValues = [status, reason, domain, q, only, min_score];
  const text = JSON.stringify([listId, endDate, epoch, result, ...filterValues]);
  return hash('sha256', text, 'base64url').slice(0, 12);
}

/** @param at where the next page begins: the number of a row, or a task and a line of its part */
export const writeCursor = (list: List, filter: RowFilter, at: string): string =>
  encodeCursor(fingerprint(list, filter) + at);

export const badCursor = (options?: ErrorOptions): AppError =>
  new AppError('validation', { fields: { cursor: ['field.invalid'] } }, options);

/**
 * The position that a cursor names; undefined without a cursor.
 * @param pattern the format of `at` in this state of the list
 * @throws {AppError} `validation` for a cursor that is invalid or of another list, filter or
 *   state
 */
export function readCursor(
  list: List,
  filter: RowFilter,
  cursor: string | undefined,
  pattern: RegExp,
): RegExpExecArray | undefined {
  if (!cursor) return undefined;
  const text = decodeCursor(cursor);
  const prefix = fingerprint(list, filter);
  const found = text.startsWith(prefix) ? pattern.exec(text.slice(prefix.length)) : null;
  if (!found) throw badCursor();
  return found;
}
