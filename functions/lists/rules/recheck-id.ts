/** Parts the id of a list from the number of its recheck. Ids that callers send have none. */
export const MARK = '.';

/** The id of a list's recheck: the first has the number 1. */
export const recheckId = (listId: string, number: number): string => `${listId}${MARK}${number}`;

/** The id of the recheck before one. */
export function recheckBefore(id: string): string {
  const [listId = '', number] = id.split(MARK);
  return recheckId(listId, Number(number) - 1);
}

export const isRecheckId = (id: string): boolean => id.includes(MARK);
