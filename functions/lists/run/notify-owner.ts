import { LOW_BALANCE_CREDITS } from '../../../shared/model/credits.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { notifyWebhookWorker } from '../../events/notify-webhook-worker.ts';
import { createCreditsLowEvent } from '../../low-credits/rules/credits-low-event.ts';
import { createMailId, type ListContent } from '../../mail/create-mail-message.ts';
import { mailAboutList, mailMoney } from '../../mail/mail-account.ts';
import type { ListsDeps } from '../deps.ts';
import { describeMisread, readMisreadRows } from '../result/misread.ts';
import { includeKnownCorrections } from '../rules/known-corrections.ts';
import { type List, creditsMissing, hasOpenPreview, isTestList, mailIdOf } from '../rules/list.ts';

export type NotifyOwnerDeps = Pick<
  ListsDeps,
  | 'accounts'
  | 'blobs'
  | 'clock'
  | 'ledger'
  | 'limits'
  | 'lists'
  | 'log'
  | 'mailQueue'
  | 'webhookQueue'
>;

/**
 * Asks the webhook worker to dispatch the owner's events, and sends the email due for the list's
 * status. Repeated calls send the email only once, because its id consists of the list and the
 * status. Test lists send no email.
 */
export async function notifyOwner(deps: NotifyOwnerDeps, list: List): Promise<void> {
  await notifyWebhookWorker(deps, { kind: 'events', v: 1, userId: list.userId });
  // The email about a paused list reports the preview, so wait until the preview is complete.
  if (isTestList(list) || hasOpenPreview(list)) return;
  const { userId, listId } = list;
  const user = await deps.accounts.get(userId);
  const content = await contentOf(deps, list);
  const id = mailIdOf(listId, list.status);
  if (!user || !content) return deps.lists.clearMailDue(userId, listId, id);
  await mailAboutList(deps, user, list.startedBy, id, content);
}

/**
 * Warns a paying customer of a low balance, at most once until more credits arrive. Does nothing
 * while other lists have a reservation, because the remaining balance is not known yet.
 */
export async function sendLowBalanceAlert(
  deps: Pick<ListsDeps, 'accounts' | 'clock' | 'ledger' | 'mailQueue' | 'outbox'>,
  list: List,
): Promise<void> {
  if (isTestList(list)) return;
  const user = await deps.accounts.get(list.userId);
  if (!user?.paid) return;
  const { available, reserved, consumed, held, debt } = await deps.ledger.balance(user.id);
  if (available >= LOW_BALANCE_CREDITS || reserved > 0) return;
  const totalReceived = available + consumed + held - debt;
  await deps.outbox.addOnce(
    `low_credits:${totalReceived}`,
    createCreditsLowEvent(user.id, available, LOW_BALANCE_CREDITS, deps.clock.now()),
  );
  await mailMoney(deps, user, createMailId('low_credits', user.id, totalReceived), () => ({
    template: 'low_credits',
    params: { available },
  }));
}

async function contentOf(deps: NotifyOwnerDeps, list: List): Promise<ListContent | undefined> {
  const { ledger, lists } = deps;
  const { userId, recheckOf, total, valid, invalid, risky, unknown } =
    includeKnownCorrections(list);
  // The recheck contains the list's original name, but the list may have been renamed since.
  const originalList = recheckOf && (await lists.get(userId, recheckOf.listId));
  const { name: listName } = originalList ?? list;
  const recheck = recheckOf && { recheck: true };
  const corrections = recheckOf?.corrections && { corrections: true };
  const listId = recheckOf?.listId ?? list.listId;
  if (list.status === LIST_STATUS.finished) {
    if (recheckOf?.span && list.changes)
      return list.changes.changed === 0
        ? undefined
        : { template: 'list_changed', params: { listName, listId, asked: total, ...list.changes } };
    const counts = { listName, listId, valid, invalid, risky, unknown };
    if (recheck)
      return { template: 'list_rechecked', params: { ...counts, asked: total, ...corrections } };
    const { cancel_until: end, credits_returned: returned } = await describeMisread(deps, list);
    if (returned !== undefined) return undefined;
    const rows = end === undefined ? [] : await readMisreadRows(deps, list);
    const misread = end === undefined ? undefined : { rows, cancelable: end !== null };
    return { template: 'list_finished', params: { ...counts, total, misread } };
  }
  if (list.status === LIST_STATUS.canceled) {
    const { reason } = list;
    return {
      template: 'list_canceled',
      params: { listName, listId, reason: reason ?? 'operator', ...recheck },
    };
  }
  if (list.status !== LIST_STATUS.paused) return undefined;
  const { available } = await ledger.balance(userId);
  return {
    template: 'list_paused',
    params: {
      listName,
      listId,
      needed: creditsMissing(list),
      available,
      ...(list.look !== undefined && {
        preview: { valid, invalid: invalid - list.badSyntax, risky, unknown },
      }),
      ...recheck,
    },
  };
}
