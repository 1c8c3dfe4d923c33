import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../../shared/contract/errors.ts';
import { addressOfCell } from '../../../shared/list-file/address-cell.ts';
import { createAddressIndex } from '../../../shared/list-file/address-index.ts';
import { CREDITS_PER_EMAIL } from '../../../shared/model/credits.ts';
import { LIST_STATUS, isFinalStatus } from '../../../shared/model/list-status.ts';
import { MAX_ADDRESSES, MAX_UPLOAD_BYTES } from '../../../shared/model/upload-limits.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import type { ListsDeps } from '../deps.ts';
import { beginRecheck, getRunningRecheck } from '../recheck/recheck-list.ts';
import { nextEditId } from '../rules/edits.ts';
import { assertResultAvailable } from '../result/assert-result-available.ts';
import { type List, isTestList } from '../rules/list.ts';

/** Maximum edits that may wait for a running recheck. The next recheck applies them together. */
const MAX_WAITING_EDITS = 20;
/** Typical number of seconds until a running recheck has ended. */
const RETRY_SECONDS = 60;

/** @throws {AppError} `too_many_addresses` or `file_too_large` if the edits may exceed a limit */
function rejectOversize(list: List, recheck: List | undefined, emails: readonly string[]): void {
  const waiting = (list.waitingEdits?.added ?? 0) + (recheck?.recheckOf?.edits?.added ?? 0);
  if (list.total + waiting + emails.length > MAX_ADDRESSES)
    throw new AppError('too_many_addresses');
  if ((list.resultBytes ?? 0) + Buffer.byteLength(emails.join('')) > MAX_UPLOAD_BYTES)
    throw new AppError('file_too_large');
}

/**
 * Adds addresses to a finished list and verifies them immediately, or removes addresses. Adding an
 * address that is already in the list or removing one that is not has no effect. While a recheck is
 * running, edits wait until it ends.
 * @returns the number of malformed addresses; if added, they become rows that cost nothing
 * @throws {AppError} `not_found`, `wrong_state` unless the list is finished, `expired`,
 * `not_enough_credits` if the balance does not cover the added addresses, `too_many_requests` while
 * many edits wait, `too_many_addresses` or `file_too_large` if the list would exceed the limits of
 * a file
 */
export async function editList(
  deps: Pick<ListsDeps, 'clock' | 'ledger' | 'lists' | 'queues'>,
  userId: string,
  listId: string,
  change: { readonly adds: boolean; readonly emails: readonly string[] },
): Promise<number> {
  const { clock, ledger, lists } = deps;
  const addresses = createAddressIndex();
  const emails = change.emails.filter((email) => !change.adds || addressOfCell(email) !== '');
  for (const email of emails) addresses.add(addressOfCell(email));
  const credits = (addresses.size - addresses.badSyntax) * CREDITS_PER_EMAIL;
  await retryOnConflict(`list ${listId}`, async () => {
    const list = await lists.get(userId, listId);
    if (!list) throw new AppError('not_found');
    const now = clock.now();
    assertResultAvailable(list, now);
    if (change.adds && !isTestList(list)) {
      const { available } = await ledger.balance(userId);
      if (available < credits + (list.waitingEdits?.added ?? 0) * CREDITS_PER_EMAIL) {
        if (await wasJustAdded(deps, list, emails)) return undefined;
        throw new AppError('not_enough_credits');
      }
    }
    if ((list.waitingEdits?.edits ?? 0) >= MAX_WAITING_EDITS)
      throw new AppError('too_many_requests', { retryAfter: RETRY_SECONDS });
    if (change.adds) rejectOversize(list, await getRunningRecheck(deps, list), emails);
    const edit = { id: nextEditId(list), adds: change.adds, emails };
    return (await lists.addEdit(list, edit, now)) ? undefined : 'again';
  });
  await applyEdits(deps, userId, listId);
  return addresses.badSyntax;
}

/**
 * Whether the last edit added the same addresses and was not discarded. Its recheck may have used
 * the credits that a repeated call would need.
 */
async function wasJustAdded(
  { lists }: Pick<ListsDeps, 'lists'>,
  { userId, listId }: List,
  emails: readonly string[],
): Promise<boolean> {
  const last = await lists.lastEdit(userId, listId, '');
  if (!last?.adds || !isDeepStrictEqual(last.emails, emails)) return false;
  const rechecks = await lists.rechecksOf(userId, listId);
  return !rechecks.some(
    ({ status, recheckOf }) => status === LIST_STATUS.canceled && recheckOf?.edits?.to === last.id,
  );
}

/** Starts the recheck that merges a list's edits into its result, unless one is running. */
export async function applyEdits(
  deps: Pick<ListsDeps, 'clock' | 'lists' | 'queues'>,
  userId: string,
  listId: string,
): Promise<void> {
  const { lists } = deps;
  await retryOnConflict(`list ${listId}`, async () => {
    const list = await lists.get(userId, listId);
    if (list?.editedAt === undefined || list.status !== LIST_STATUS.finished) return;
    const rechecks = await lists.rechecksOf(userId, listId);
    if (rechecks.some(({ status }) => !isFinalStatus(status))) return;
    // Skip edits of earlier rechecks: the result contains them or they were discarded.
    const appliedIds = rechecks.map(({ recheckOf }) => recheckOf?.edits?.to ?? '');
    const after = appliedIds.toSorted().at(-1) ?? '';
    const last = await lists.lastEdit(userId, listId, after);
    if (!last) return;
    // The exact number of new addresses is only known once the result is read.
    const edits = { after, to: last.id, added: list.waitingEdits?.added ?? 0 };
    const taken = { editedAt: undefined, waitingEdits: undefined };
    return (await beginRecheck(deps, list, { total: 0, edits }, taken)) ? undefined : 'again';
  });
}
