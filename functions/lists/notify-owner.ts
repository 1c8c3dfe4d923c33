import { LIST_STATUS } from '../../shared/model/list-status.ts';
import type { MailContent } from '../../shared/messages/mail.ts';
import { type List, creditsNeeded, isTest, mailIdOf } from './rules/list.ts';
import type { Accounts } from '../access/ports.ts';
import type { Ledger } from '../credits/ports.ts';
import type { MailQueue } from '../mail/ports.ts';
import type { Lists } from './ports.ts';

export interface NotifyDeps {
  readonly accounts: Pick<Accounts, 'get'>;
  readonly ledger: Pick<Ledger, 'balance'>;
  readonly lists: Lists;
  readonly mailQueue: MailQueue;
}

/**
 * Leaves the mail that a list's state is due. Its id names the state, so that it is sent once
 * however often this is called; the reconciler takes the mark off the list. Nobody is told of a
 * test.
 */
export async function notifyOwner(deps: NotifyDeps, list: List): Promise<void> {
  if (isTest(list)) return;
  const { userId, listId } = list;
  const user = await deps.accounts.get(userId);
  const content = await contentOf(deps, list);
  const id = mailIdOf(listId, list.status);
  if (!user || !content) return deps.lists.clearMailDue(userId, listId, id);
  await deps.mailQueue.send({
    kind: 'mail',
    v: 1,
    id,
    to: user.email,
    firstName: user.firstName,
    language: user.language,
    content,
  });
}

async function contentOf(
  { ledger }: Pick<NotifyDeps, 'ledger'>,
  list: List,
): Promise<MailContent | undefined> {
  const { name: listName, total, valid, invalid, risky, unknown } = list;
  switch (list.status) {
    case LIST_STATUS.finished:
      return {
        template: 'list_finished',
        params: { listName, total, valid, invalid, risky, unknown },
      };
    case LIST_STATUS.canceled:
      return {
        template: 'list_canceled',
        params: { listName, reason: list.reason ?? 'operator' },
      };
    case LIST_STATUS.paused: {
      const { available } = await ledger.balance(list.userId);
      return {
        template: 'list_paused',
        params: { listName, needed: creditsNeeded(list), available },
      };
    }
    case LIST_STATUS.waiting:
    case LIST_STATUS.initialization:
    case LIST_STATUS.wait_on_queue:
    case LIST_STATUS.working:
      return undefined;
  }
}
