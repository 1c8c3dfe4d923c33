import {
  MARKED_STATUSES,
  type MarkedStatus,
} from '../../../shared/model/connections/apply-actions.ts';

/** Name of the list whose members have a mark, at services without tags. */
export const nameMarkList = (mark: MarkedStatus): string => `Tamis: ${mark}`;

/** Finds the lists of marks. If several lists have the same name, the first counts. */
export const matchMarkLists = (
  lists: readonly { readonly id: string; readonly name: string }[],
): ReadonlyMap<MarkedStatus, string> =>
  new Map(
    MARKED_STATUSES.flatMap((mark) => {
      const list = lists.find(({ name }) => name === nameMarkList(mark));
      return list ? [[mark, list.id] as const] : [];
    }),
  );
