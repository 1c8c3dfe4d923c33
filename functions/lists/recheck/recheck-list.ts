import { hash } from 'node:crypto';
import { AppError } from '../../../shared/contract/errors.ts';
import { LIST_STATUS, isFinalStatus } from '../../../shared/model/list-status.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import type { ListsDeps } from '../deps.ts';
import { assertResultAvailable } from '../result/assert-result-available.ts';
import { awaitsContacts, type List, creditsNeeded, newList, resultIdOf } from '../rules/list.ts';
import { formatRecheckId } from '../rules/recheck-id.ts';
import type { WatchSpan } from '../rules/due-reasons.ts';

interface RecheckOptions {
  /** `web` or the last characters of an API key. Defaults to the requester of the list. */
  readonly by?: string;
  readonly startedBy?: string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The number of addresses to verify. An estimate until the result is read. */
  readonly total: number;
  readonly request?: string | undefined;
  /**
   * The period that the check of a watched list covers. If `span` and `corrections` are missing,
   * the unknown rows are rechecked.
   */
  readonly span?: WatchSpan;
  /** Whether to verify the suggested corrections, instead of rechecking rows. */
  readonly corrections?: boolean;
  /** Set if the check also verifies new contacts of the list's source. */
  readonly contacts?: NonNullable<List['recheckOf']>['contacts'];
}

/** Creates a recheck, which is a separate list with its own states, reservation and tasks. */
const newRecheck = (
  list: List,
  {
    by = list.by ?? 'web',
    startedBy,
    now,
    total,
    request,
    span,
    corrections,
    contacts,
  }: RecheckOptions,
): List => ({
  ...newList(
    {
      userId: list.userId,
      listId: formatRecheckId(list.listId, (list.rechecks ?? 0) + 1),
      name: list.name,
      sourceName: list.sourceName,
      createdAt: new Date(now).toISOString(),
      by,
      ...(startedBy !== undefined && { startedBy }),
    },
    now,
  ),
  total,
  resultBytes: list.resultBytes,
  recheckOf: {
    listId: list.listId,
    result: resultIdOf(list),
    ...(span && { span }),
    ...(corrections && { corrections }),
    ...(contacts && { contacts }),
  },
  ...(request !== undefined && { request }),
});

const UPDATE_RETRY_SECONDS = 60;

export interface RecheckListDeps {
  readonly lists: Pick<ListsDeps['lists'], 'get'>;
}

export const getLastRecheck = async (
  { lists }: RecheckListDeps,
  { userId, listId, rechecks }: List,
): Promise<List | undefined> =>
  rechecks === undefined ? undefined : lists.get(userId, formatRecheckId(listId, rechecks));

export async function getRunningRecheck(
  deps: RecheckListDeps,
  list: List,
): Promise<List | undefined> {
  const recheck = await getLastRecheck(deps, list);
  return recheck && !isFinalStatus(recheck.status) ? recheck : undefined;
}

/** Creates the error for a change to a list while a recheck changes it. */
export const createBeingUpdatedError = (): AppError =>
  new AppError('being_updated', { retryAfter: UPDATE_RETRY_SECONDS });

/** Also applies `to` to the list. Returns undefined if the list has changed since it was read. */
export async function beginRecheck(
  { clock, lists, queues }: Pick<ListsDeps, 'clock' | 'lists' | 'queues'>,
  list: List,
  options: Omit<Parameters<typeof newRecheck>[1], 'now'>,
  to?: Pick<List, 'watch'>,
): Promise<List | undefined> {
  const next = newRecheck(list, { ...options, now: clock.now() });
  const recheck = await lists.startRecheck(list, next, to);
  if (recheck) await sendRecheck({ queues }, recheck);
  return recheck;
}

/** Sends the message that starts a recheck. A check of imported contacts starts by reading them. */
export const sendRecheck = (
  { queues }: Pick<ListsDeps, 'queues'>,
  recheck: List,
): Promise<void> => {
  const { userId, listId } = recheck;
  return awaitsContacts(recheck)
    ? queues.sendWatch({ kind: 'watch', v: 1, userId, checkId: listId })
    : queues.sendList({ kind: 'ingest', v: 1, userId, listId });
};

const isFinished = ({ status }: List): boolean => status === LIST_STATUS.finished;

/** Returns the number of addresses whose suggested correction has not been verified. */
const uncorrectedCount = ({ shares }: List): number =>
  Math.max(0, (shares?.suggested ?? 0) - (shares?.corrected ?? 0));

interface RecheckRequest {
  /** `web` for the web app, otherwise the last characters of the API key. */
  readonly by: string;
  readonly startedBy?: string;
  readonly requestKey?: string | undefined;
  /** Whether to verify the suggested corrections, instead of the unknown addresses. */
  readonly corrections?: boolean;
}

/**
 * Rechecks the addresses of a finished list that could not be verified, or verifies its suggested
 * corrections. The list and its result remain unchanged until the recheck is complete. If the
 * credits are spent before the recheck starts, the recheck waits like any list. Returns an existing
 * recheck of this kind if the same `requestKey` started it, if it is running, or if it has verified
 * all corrections.
 * @throws {AppError} `not_found`; `wrong_state` unless the list is finished and has such addresses;
 * `being_updated` while a recheck of another kind is running; `expired`; `not_enough_credits` if
 * the balance does not cover all these addresses
 */
export async function recheckList(
  deps: Pick<ListsDeps, 'clock' | 'ledger' | 'lists' | 'queues'>,
  userId: string,
  listId: string,
  { by, startedBy, requestKey, corrections = false }: RecheckRequest,
): Promise<List> {
  const { clock, ledger, lists } = deps;
  const request = requestKey ? hash('sha256', requestKey, 'base64url') : undefined;
  return retryOnConflict(`list ${listId}`, async () => {
    const list = await lists.get(userId, listId);
    if (!list) throw new AppError('not_found');
    const rechecks = await lists.rechecksOf(userId, listId);
    const isSameKind = ({ recheckOf }: List): boolean =>
      !recheckOf?.edits && !recheckOf?.span && Boolean(recheckOf?.corrections) === corrections;
    const existing =
      rechecks.find(
        (each) => request !== undefined && each.request === request && isSameKind(each),
      ) ?? rechecks.find(({ status }) => !isFinalStatus(status));
    if (existing && !isSameKind(existing)) throw createBeingUpdatedError();
    if (existing) return existing;
    assertResultAvailable(list, clock.now());
    const total = corrections ? uncorrectedCount(list) : list.unknown;
    const last = corrections && rechecks.findLast((each) => isFinished(each) && isSameKind(each));
    if (total === 0 && last) return last;
    if (total === 0) throw new AppError('wrong_state');
    const options = { by, startedBy, total, request, corrections };
    const { available } = await ledger.balance(userId);
    if (creditsNeeded({ userId, total, badSyntax: 0 }) > available) {
      // A recheck that has just ended may have left fewer addresses.
      if ((await lists.get(userId, listId))?.version !== list.version) return 'again';
      throw new AppError('not_enough_credits');
    }
    return (await beginRecheck(deps, list, options)) ?? 'again';
  });
}
