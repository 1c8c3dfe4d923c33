import type { MailContent, MailMessage } from '../../shared/messages/mail.ts';
import { includesRole } from '../../shared/model/account.ts';
import type { Accounts } from '../access/adapters/accounts.ts';
import type { Member, User } from '../access/adapters/user.ts';
import { isActive, ownerIdOf } from '../access/role.ts';
import {
  createMailId,
  createMessage,
  type ListContent,
  type MoneyContent,
} from './create-mail-message.ts';
import type { MailDeps } from './deps.ts';

/** An email concerns the money of the account, or a list that a person may have started. */
type Topic = 'money' | { readonly startedBy: string | undefined };

/**
 * Returns who gets an email about an account. Money concerns the owner and the members with the role
 * `billing`; a list, the person who started it. If that person may no longer read lists, and for a
 * list that no member started, the email goes to the owner.
 */
export async function recipientsOf(
  accounts: Pick<Accounts, 'get'>,
  account: User,
  topic: Topic,
): Promise<User[]> {
  const { members = [] } = account;
  const isReader = ({ id, role, held }: Member): boolean =>
    !held &&
    (topic === 'money'
      ? role === 'billing'
      : id === topic.startedBy && includesRole(role, 'viewer'));
  const found = await Promise.all(members.filter(isReader).map(({ id }) => accounts.get(id)));
  const readers = found.filter(isActive);
  return topic === 'money' || readers.length === 0 ? [account, ...readers] : readers;
}

type Deps = Pick<MailDeps, 'mailQueue'> & { readonly accounts: Pick<Accounts, 'get'> };

async function mailAccount<C extends MailContent>(
  { accounts, mailQueue }: Deps,
  account: User,
  topic: Topic,
  id: string,
  contentFor: (personId: string) => C | Promise<C>,
): Promise<MailMessage[]> {
  const recipients = await recipientsOf(accounts, account, topic);
  const messages = await Promise.all(
    recipients.map(async (person, index) =>
      createMessage(
        person,
        index === 0 ? id : createMailId(id, id, person.id),
        await contentFor(ownerIdOf(person)),
      ),
    ),
  );
  await Promise.all(messages.map((message) => mailQueue.send(message)));
  return messages;
}

/**
 * Emails the owner, and each member who manages payments, at most once per id and recipient.
 * @param contentFor may sign a link for the recipient
 * @returns the messages, the owner's first
 */
export const mailMoney = (
  deps: Deps,
  account: User,
  id: string,
  contentFor: (personId: string) => MoneyContent | Promise<MoneyContent>,
): Promise<MailMessage[]> => mailAccount(deps, account, 'money', id, contentFor);

/**
 * Emails the person who started a list, a recheck or a watch, or otherwise the owner, at most once
 * per id.
 */
export async function mailAboutList(
  deps: Deps,
  account: User,
  startedBy: string | undefined,
  id: string,
  content: ListContent,
): Promise<void> {
  await mailAccount(deps, account, { startedBy }, id, () => content);
}
