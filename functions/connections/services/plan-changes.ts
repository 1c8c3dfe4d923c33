import type { MarkedStatus } from '../../../shared/model/connections/apply-actions.ts';
import type { ContactChange, ContactState } from '../rules/service.ts';

interface Plan<Known> {
  /** Ids of contacts that do not exist anymore, or whose marks have no list. */
  readonly unchanged: Set<string>;
  /** Returns the members to add to the list of a mark, and to remove from it. */
  membersOf(mark: MarkedStatus): { readonly added: string[]; readonly removed: string[] };
  readonly fields: readonly (Known & { readonly change: ContactChange })[];
  readonly subscriptions: readonly (Known & { readonly change: ContactChange })[];
}

/**
 * Determines which changes have not been made yet, so that repeating them has no further effect.
 */
export function planChanges<Known extends { readonly state: ContactState }>(
  changes: readonly ContactChange[],
  known: ReadonlyMap<string, Known>,
  lists: ReadonlyMap<MarkedStatus, string>,
): Plan<Known> {
  const unchanged = new Set<string>();
  const pairs = changes.flatMap((change) => {
    const found = known.get(change.id);
    if (!found || change.marks?.some((mark) => !lists.has(mark))) unchanged.add(change.id);
    return found ? [{ ...found, change }] : [];
  });
  return {
    unchanged,
    membersOf(mark) {
      const idsOf = (isMember: boolean): string[] =>
        pairs
          .filter(({ change, state }) => change.marks && state.marks.includes(mark) === isMember)
          .filter(({ change }) => change.marks?.includes(mark) !== isMember)
          .map(({ change }) => change.id);
      return { added: idsOf(false), removed: idsOf(true) };
    },
    fields: pairs.filter(
      ({ change, state }) => change.field !== undefined && change.field !== state.field,
    ),
    subscriptions: pairs.filter(
      ({ change, state }) =>
        change.subscribed !== undefined && change.subscribed !== state.subscribed,
    ),
  };
}
