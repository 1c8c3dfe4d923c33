import type { FreeAnswers } from '../../credits/adapters/free-answers.ts';
import type { Ledger } from '../../credits/adapters/ledger.ts';
import type { Outbox } from '../../events/adapters/outbox.ts';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import { deleteWrite, updateWrite, where } from '../../platform/dynamo/expression.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import type { List } from '../rules/list.ts';
import { createListEvent } from '../rules/list-row.ts';
import type { Transition } from '../rules/transitions.ts';
import { listKey, pausedListKey } from './keys.ts';
import {
  changeList,
  createListUpdateExpression,
  createPausedWrite,
  type ListReader,
} from './list-item.ts';
import { newPendingList, toPendingListItem, createPendingListWrite } from './pending-lists.ts';

type ApplyOutcome = List | 'insufficient' | undefined;

/** Writes transitions, each only if the stored list is still in the transition's start state. */
export interface ListTransitions {
  /**
   * Returns the list after the transition, even if an earlier attempt has already made it. Returns
   * undefined if the transition is undefined or the stored list has left the start state.
   */
  update(list: List, transition: Transition | undefined): Promise<List | undefined>;
  /**
   * Like `update`, in one transaction with the write that reserves free answers, if any. Returns
   * `insufficient` if the balance does not cover the reserved credits.
   */
  reserve(
    list: List,
    transition: Transition | undefined,
    answersWrites?: readonly TransactionStep[],
  ): Promise<ApplyOutcome>;
  /** Like `update`; also applies `to` to the rechecked list, in the same transaction. */
  finishRecheck(
    recheck: List,
    transition: Transition | undefined,
    list: List,
    to: Partial<List>,
  ): Promise<List | undefined>;
}

/** Every transition that pauses or resumes a list has entries, so it is a transaction. */
function pausedWrites(list: List, { from, to }: Transition): TransactionStep[] {
  if (to.status === LIST_STATUS.paused) return [createPausedWrite(list)];
  const mayBePaused = [from.status].flat().includes(LIST_STATUS.paused);
  return to.status !== undefined && mayBePaused ? [deleteWrite(pausedListKey(list))] : [];
}

/**
 * Returns the free answers that a list reserved but does not need. A list without reserved credits
 * has finished, and the transition that finished it returned them.
 */
export const returnAnswersWrites = (
  { addWrite }: Pick<FreeAnswers, 'addWrite'>,
  { userId, freeAnswers, reserved }: List,
  unused: number | undefined,
): TransactionStep[] =>
  freeAnswers && unused && reserved > 0
    ? [addWrite(userId, freeAnswers.day, -Math.min(unused, freeAnswers.count))]
    : [];

/** @throws {Error} if a transition moved credits that the list had not reserved */
export function assertReserved<Outcome>(
  { listId }: List,
  outcome: Outcome,
): Exclude<Outcome, 'insufficient'> {
  if (outcome === 'insufficient') throw new Error(`list ${listId} has no reservation`);
  return outcome as Exclude<Outcome, 'insufficient'>;
}

export function createListTransitions(
  db: Db,
  ledger: Pick<Ledger, 'transact'>,
  outbox: Pick<Outbox, 'write'>,
  { get }: Pick<ListReader, 'get'>,
  freeAnswers: Pick<FreeAnswers, 'addWrite'>,
): ListTransitions {
  /**
   * Returns the writes of a transition's event. An event about a recheck refers to the rechecked
   * list, and no event is written for a deleted list. The list's name is read again, because a
   * customer may have renamed the list during a long run.
   */
  async function eventWrites(after: List, { emits, to }: Transition, merged: List | undefined) {
    const { userId, listId, recheckOf } = after;
    if (emits === undefined) return [];
    const stored = await get(userId, recheckOf?.listId ?? listId);
    if (!stored) return [];
    const list = { ...(recheckOf ? (merged ?? stored) : after), name: stored.name };
    return [outbox.write(createListEvent(emits, list, recheckOf && after, to.touchedAt))];
  }

  async function apply(
    list: List,
    transition: Transition | undefined,
    extraWrites: readonly TransactionStep[] = [],
    merged?: List,
  ): Promise<ApplyOutcome> {
    if (!transition) return undefined;
    const { userId, listId } = list;
    const { from, to, opens, entries, unused, reviewInMs, isDone } = transition;
    const change = createListUpdateExpression(to, opens ? { open: opens } : {});
    const condition = where({ listId, ...from });
    const reviews =
      reviewInMs === undefined ? [] : [newPendingList(list, to.touchedAt, reviewInMs)];
    if (entries) {
      const outcome = await ledger.transact(userId, entries, [
        updateWrite(listKey(userId, listId), change, condition),
        ...reviews.map((review) => createPendingListWrite(review)),
        ...extraWrites,
        ...returnAnswersWrites(freeAnswers, list, unused),
        ...pausedWrites(list, transition),
        ...(await eventWrites({ ...list, ...to }, transition, merged)),
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

    reserve: apply,

    async finishRecheck(recheck, transition, list, to) {
      const { userId, listId, rechecks, result } = list;
      const write = updateWrite(
        listKey(userId, listId),
        createListUpdateExpression(to),
        where({ status: LIST_STATUS.finished, rechecks, result }),
      );
      const merged = { ...list, ...to };
      return assertReserved(recheck, await apply(recheck, transition, [write], merged));
    },
  };
}
