import { hash } from 'node:crypto';
import { AppError } from '../../../shared/contract/errors.ts';
import { isFinalStatus } from '../../../shared/model/list-status.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import type { ListsDeps } from '../deps.ts';
import { assertResultAvailable } from '../result/assert-result-available.ts';
import { type List, creditsNeeded } from '../rules/list.ts';
import { newRecheck } from './rules/recheck.ts';
import { recheckId } from '../rules/recheck-id.ts';

interface RecheckDeps {
  readonly lists: Pick<ListsDeps['lists'], 'get'>;
}

export const lastRecheck = async (
  { lists }: RecheckDeps,
  { userId, listId, rechecks }: List,
): Promise<List | undefined> =>
  rechecks === undefined ? undefined : lists.get(userId, recheckId(listId, rechecks));

export async function runningRecheck(deps: RecheckDeps, list: List): Promise<List | undefined> {
  const recheck = await lastRecheck(deps, list);
  return recheck && !isFinalStatus(recheck.status) ? recheck : undefined;
}

/**
 * Returns undefined if the list has changed.
 * @param to additional changes to the list
 */
export async function beginRecheck(
  { clock, lists, queues }: Pick<ListsDeps, 'clock' | 'lists' | 'queues'>,
  list: List,
  options: Omit<Parameters<typeof newRecheck>[1], 'now'>,
  to?: Pick<List, 'watch' | 'editedAt' | 'waitingEdits'>,
): Promise<List | undefined> {
  const { userId } = list;
  const next = newRecheck(list, { ...options, now: clock.now() });
  const recheck = await lists.startRecheck(list, next, to);
  if (recheck) await queues.sendList({ kind: 'ingest', v: 1, userId, listId: recheck.listId });
  return recheck;
}

/**
 * Rechecks the addresses of a finished list that could not be verified. The list and its result
 * stay unchanged until the recheck is complete; without enough credits it waits like any list.
 * Returns an existing recheck of this kind if the same `requestKey` started it or if it is running.
 * @throws {AppError} `not_found`, `wrong_state` unless the list is finished and has such addresses,
 * or while its edits or its watch are being checked, `expired`, `not_enough_credits` for an answer
 * to each of them
 */
export async function recheckList(
  deps: Pick<ListsDeps, 'clock' | 'ledger' | 'lists' | 'queues'>,
  userId: string,
  listId: string,
  by: string,
  requestKey?: string,
): Promise<List> {
  const { clock, ledger, lists } = deps;
  const request = requestKey ? hash('sha256', requestKey, 'base64url') : undefined;
  return retryOnConflict(`list ${listId}`, async () => {
    const list = await lists.get(userId, listId);
    if (!list) throw new AppError('not_found');
    const rechecks = await lists.rechecksOf(userId, listId);
    const existing =
      rechecks.find((each) => request !== undefined && each.request === request) ??
      rechecks.find(({ status }) => !isFinalStatus(status));
    if (existing?.recheckOf?.edits || existing?.recheckOf?.span) throw new AppError('wrong_state');
    if (existing) return existing;
    assertResultAvailable(list, clock.now());
    if (list.unknown === 0) throw new AppError('wrong_state');
    const options = { by, total: list.unknown, request };
    const { available } = await ledger.balance(userId);
    if (creditsNeeded({ userId, total: list.unknown, badSyntax: 0 }) > available)
      throw new AppError('not_enough_credits');
    return (await beginRecheck(deps, list, options)) ?? 'again';
  });
}
