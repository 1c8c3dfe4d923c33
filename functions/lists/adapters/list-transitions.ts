import type { Ledger } from '../../credits/adapters/ledger.ts';
import type { Outbox } from '../../events/adapters/outbox.ts';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import { updateWrite, where } from '../../platform/dynamo/expression.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import type { List } from '../rules/list.ts';
import { createListEvent } from '../rules/list-row.ts';
import type { Transition } from '../rules/transitions.ts';
import { listKey } from './keys.ts';
import { changeList, createListUpdateExpression, type ListReader } from './list-item.ts';
import { newPendingList, toPendingListItem, createPendingListWrite } from './pending-lists.ts';

type ApplyOutcome = List | 'insufficient' | undefined;

/** Writes transitions, each only if the stored list is still in the transition's start state. */
export interface ListTransitions {
  /**
   * Returns the list after the transition, even if an earlier attempt has already made it. Returns
   * undefined if the transition is undefined or the stored list has left the start state.
   */
  update(list: List, transition: Transition | undefined): Promise<List | undefined>;
  /** Like `update`. Returns `insufficient` if the balance does not cover the reserved credits. */
  reserve(list: List, transition: Transition | undefined): Promise<ApplyOutcome>;
  /** Like `update`; also applies `to` to the rechecked list, in the same transaction. */
  finishRecheck(
    recheck: List,
    transition: Transition | undefined,
    list: List,
    to: Partial<List>,
  ): Promise<List | undefined>;
}

interface Merge {
  readonly list: List;
  readonly write: TransactionStep;
}

/** @throws {Error} if a transition moved credits that the list had not reserved */
function assertReserved({ listId }: List, outcome: ApplyOutcome): List | undefined {
  if (outcome === 'insufficient') throw new Error(`the reservation of list ${listId} is missing`);
  return outcome;
}

export function createListTransitions(
  db: Db,
  ledger: Pick<Ledger, 'transact'>,
  outbox: Pick<Outbox, 'write'>,
  { get }: Pick<ListReader, 'get'>,
): ListTransitions {
  /**
   * Returns the writes of a transition's event. An event about a recheck refers to the rechecked
   * list, and no event is written for a deleted list. The list's name is read again, because a
   * customer may have renamed the list during a long run.
   */
  async function eventWrites(after: List, { emits, to }: Transition, merge: Merge | undefined) {
    const { userId, listId, recheckOf } = after;
    if (emits === undefined) return [];
    const stored = await get(userId, recheckOf?.listId ?? listId);
    if (!stored) return [];
    const list = { ...(recheckOf ? (merge?.list ?? stored) : after), name: stored.name };
    return [outbox.write(createListEvent(emits, list, recheckOf && after, to.touchedAt))];
  }

  async function apply(
    list: List,
    transition: Transition | undefined,
    merge?: Merge,
  ): Promise<ApplyOutcome> {
    if (!transition) return undefined;
    const { userId, listId } = list;
    const { from, to, opens, entries, reviewInMs, isDone } = transition;
    const change = createListUpdateExpression(to, opens ? { open: opens } : {});
    const condition = where({ listId, ...from });
    const reviews =
      reviewInMs === undefined ? [] : [newPendingList(list, to.touchedAt, reviewInMs)];
    if (entries) {
      const outcome = await ledger.transact(userId, entries, [
        updateWrite(listKey(userId, listId), change, condition),
        ...reviews.map((review) => createPendingListWrite(review)),
        ...(merge ? [merge.write] : []),
        ...(await eventWrites({ ...list, ...to }, transition, merge)),
      ]);
      if (outcome === 'insufficient') return outcome;
    } else {
      // Schedule the review first, because an extra review is harmless, but a missing review loses
      // the list.
      for (const review of reviews) await db.put(toPendingListItem(review));
      const changed = await changeList(db, list, change, condition);
      if (changed) return changed;
    }
    const found = isDone && (await get(userId, listId));
    return found && isDone(found) ? found : undefined;
  }

  return {
    update: async (list, transition) => assertReserved(list, await apply(list, transition)),

    reserve: (list, transition) => apply(list, transition),

    async finishRecheck(recheck, transition, list, to) {
      const { userId, listId, rechecks, result } = list;
      const write = updateWrite(
        listKey(userId, listId),
        createListUpdateExpression(to),
        where({ status: LIST_STATUS.finished, rechecks, result }),
      );
      const merge = { list: { ...list, ...to }, write };
      return assertReserved(recheck, await apply(recheck, transition, merge));
    },
  };
}
