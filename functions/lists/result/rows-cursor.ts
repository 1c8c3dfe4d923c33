import { hash } from 'node:crypto';
import { AppError } from '../../../shared/contract/errors.ts';
import type { RowFilter } from '../../../shared/contract/list-rows.ts';
import { decodeCursor, encodeCursor } from '../../platform/paging.ts';
import type { List } from '../rules/list.ts';

/**
 * Returns a digest that binds a cursor to one filter and one state of one list. A cursor needs no
 * signature, because with a forged cursor, callers can only read other rows of their own list.
 */
function fingerprint(
  { listId, endDate, result }: List,
  { status, reason, domain, q, only, min_score }: RowFilter,
): string {
  const filterValues = [status, reason, domain, q, only, min_score];
  const text = JSON.stringify([listId, endDate, result, ...filterValues]);
  return hash('sha256', text, 'base64url').slice(0, 12);
}

/**
 * @param at start of the next page: a row number, or for a running list, a task and the line number
 * of one of its verdicts
 */
export const formatRowsCursor = (list: List, filter: RowFilter, at: string): string =>
  encodeCursor(fingerprint(list, filter) + at);

export const createInvalidCursorError = (options?: ErrorOptions): AppError =>
  new AppError('validation', { fields: { cursor: ['field.invalid'] } }, options);

/**
 * Parses the position in a cursor; undefined without a cursor.
 * @param pattern the format of the position in the list's current state
 * @throws {AppError} `validation` if the cursor is invalid or belongs to a different list, filter
 *   or state
 */
export function parseRowsCursor(
  list: List,
  filter: RowFilter,
  cursor: string | undefined,
  pattern: RegExp,
): RegExpExecArray | undefined {
  if (!cursor) return undefined;
  const text = decodeCursor(cursor);
  const prefix = fingerprint(list, filter);
  const found = text.startsWith(prefix) ? pattern.exec(text.slice(prefix.length)) : null;
  if (!found) throw createInvalidCursorError();
  return found;
}
