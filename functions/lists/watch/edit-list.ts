import { AppError } from '../../../shared/contract/errors.ts';
import { addressOfCell } from '../../../shared/list-file/address-cell.ts';
import { createAddressIndex } from '../../../shared/list-file/address-index.ts';
import { CREDITS_PER_EMAIL } from '../../../shared/model/credits.ts';
import { LIST_STATUS, isFinal } from '../../../shared/model/list-status.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import type { ListsDeps } from '../deps.ts';
import { beginRecheck } from '../recheck/recheck-list.ts';
import { editIdOf } from '../rules/edits.ts';
import { assertResultAvailable } from '../result/assert-result-available.ts';
import { isTest } from '../rules/list.ts';

/**
 * Adds addresses to a finished list and verifies them immediately, or removes addresses. Adding an
 * address that is already in the list or removing one that is not has no effect. While a recheck is
 * running, edits wait until it ends.
 * @returns the number of malformed addresses, which are added as rows that cost nothing
 * @throws {AppError} `not_found`, `wrong_state` unless the list is finished, `expired`,
 *   `not_enough_credits` if the balance does not cover all added addresses
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
    if (change.adds && !isTest(list)) {
      const { available } = await ledger.balance(userId);
      if (available < credits) throw new AppError('not_enough_credits');
    }
    const edit = { id: editIdOf(list), adds: change.adds, emails };
    return (await lists.addEdit(list, edit, now)) ? undefined : 'again';
  });
  await applyEdits(deps, userId, listId);
  return addresses.badSyntax;
}

/** Starts the recheck that merges a list's edits into its result, unless one is running. */
export async function applyEdits(
  deps: Pick<ListsDeps, 'clock' | 'lists' | 'queues'>,
  userId: string,
  listId: string,
): Promise<void> {
  const { lists } = deps;
  const list = await lists.get(userId, listId);
  if (list?.editedAt === undefined || list.status !== LIST_STATUS.finished) return;
  const rechecks = await lists.rechecksOf(userId, listId);
  if (rechecks.some(({ status }) => !isFinal(status))) return;
  // Skip edits of earlier rechecks: they are in the result or discarded, and will be deleted soon.
  const appliedIds = rechecks.map(({ recheckOf }) => recheckOf?.edits?.to ?? '');
  const after = appliedIds.toSorted().at(-1) ?? '';
  const last = await lists.lastEdit(userId, listId, after);
  if (!last) return;
  // The number of new addresses is not known until the result is read.
  const options = { total: 0, edits: { after, to: last.id } };
  await beginRecheck(deps, list, options, { editedAt: undefined });
}
