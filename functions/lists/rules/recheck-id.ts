/** Parts the id of a list from the number of its recheck. Ids that callers send have none. */
export const MARK = '.';

/** The id of a list's recheck: the first has the number 1. */
export const recheckId = (listId: string, number: number): string => `${listId}${MARK}${number}`;

export const isRecheckId = (id: string): boolean => id.includes(MARK);
