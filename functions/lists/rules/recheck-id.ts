/** Separates a list id from a recheck number. Ids accepted by the API never contain it. */
export const RECHECK_SEPARATOR = '.';

/** @param number counts the list's rechecks from 1 */
export const formatRecheckId = (listId: string, number: number): string =>
  `${listId}${RECHECK_SEPARATOR}${number}`;

export const isRecheckId = (id: string): boolean => id.includes(RECHECK_SEPARATOR);
