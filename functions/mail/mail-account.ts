import { hash } from 'node:crypto';
import type { MailContent, MailMessage } from '../../shared/messages/mail.ts';
import { includesRole } from '../../shared/model/account.ts';
import type { Accounts } from '../access/adapters/accounts.ts';
import type { Member, User } from '../access/adapters/user.ts';
import { isActive, ownerIdOf } from '../access/authenticate.ts';
import { createMessage, type ListContent, type MoneyContent } from './create-mail-message.ts';
import type { MailDeps } from './deps.ts';

/** What an email about an account is about: its money, or a list that a person may have started. */
type Subject = 'money' | { readonly startedBy: string | undefined };

/**
 * Returns who gets an email about an account. Money concerns the owner and the members with the role
 * `billing`; a list, the person who started it. If that person may no longer read lists, and for a
 * list that no member started, the email goes to the owner.
 */
export async function recipientsOf(
  accounts: Pick<Accounts, 'get'>,
  account: User,
  subject: Subject,
): Promise<User[]> {
  const { members = [] } = account;
  const isReader = ({ id, role }: Member): boolean =>
    subject === 'money'
      ? role === 'billing'
      : id === subject.startedBy && includesRole(role, 'viewer');
  const found = await Promise.all(members.filter(isReader).map(({ id }) => accounts.get(id)));
  const readers = found.filter(isActive);
  return subject === 'money' || readers.length === 0 ? [account, ...readers] : readers;
}

type Deps = Pick<MailDeps, 'mailQueue'> & { readonly accounts: Pick<Accounts, 'get'> };

async function mailAccount<C extends MailContent>(
  { accounts, mailQueue }: Deps,
  account: User,
  subject: Subject,
  id: string,
  contentFor: (personId: string) => C | Promise<C>,
): Promise<MailMessage[]> {
  const recipients = await recipientsOf(accounts, account, subject);
  const messages = await Promise.all(
    recipients.map(async (person, index) =>
      // Email ids outlive the account, so they must not identify a person.
      createMessage(
        person,
        index === 0 ? id : `${id}:${hash('sha256', id + person.id).slice(0, 24)}`,
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

/** Emails who started a list, a recheck or a watch, or the owner: one person, at most once per id. */
export async function mailAboutList(
  deps: Deps,
  account: User,
  startedBy: string | undefined,
  id: string,
  content: ListContent,
): Promise<void> {
  await mailAccount(deps, account, { startedBy }, id, () => content);
}
