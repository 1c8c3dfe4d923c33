import type { AccountMessage, CredentialEvent } from '../../shared/messages/account.ts';
import type { MailContent } from '../../shared/messages/mail.ts';
import { isPersonalAccess } from '../../shared/model/access.ts';
import { MAX_ACCOUNT_DELAY_SECONDS } from '../../shared/model/account.ts';
import type { AccessChange } from '../access/adapters/access-changes.ts';
import { accountNameOf, formatName } from '../access/account-name.ts';
import { readSigner } from '../access/author-names.ts';
import { personOf } from '../access/rules/owner.ts';
import { logSecurity } from '../access/security-log.ts';
import type { LogFields } from '../platform/log.ts';
import { createMailId, createMailMessage } from '../mail/create-mail-message.ts';
import type { AccountDeps } from './deps.ts';
import { MAX_WRITE_SECONDS } from '../platform/sqs/max-delay.ts';

type ConfirmDeps = Pick<AccountDeps, 'accessItems' | 'accounts' | 'mailQueue'>;
export type ChangeCredentialsDeps = ConfirmDeps &
  Pick<AccountDeps, 'accountQueue' | 'log' | 'sessions'>;

export interface CredentialChange {
  readonly userId: string;
  /** Time of the change in epoch milliseconds, which also identifies the change. */
  readonly at: number;
  readonly sourceIp: string;
  /** Id of the session that remains open. */
  readonly except?: string;
  readonly what: CredentialEvent;
}

/**
 * Changes the password or the factors through `write`, then logs the change, emails the owner and
 * deletes the sessions that the change has ended. A message queued before the change ensures that
 * the email is sent even if the process is killed.
 * @returns the result of `write`; if it is false or undefined, nothing was changed
 */
export async function changeCredentials<Written>(
  deps: ChangeCredentialsDeps,
  { userId, at, sourceIp, except, what }: CredentialChange,
  write: () => Promise<Written>,
): Promise<Written> {
  const intent = { kind: 'password_change', v: 1, userId, at, what } as const;
  await deps.accountQueue.send(intent, MAX_WRITE_SECONDS);
  const written = await write();
  if (!written) return written;
  logSecurity(deps.log, { what, account: userId, sourceIp });
  await notifyCredentialChange(deps, intent);
  await deps.sessions.deleteAll(userId, except);
  return written;
}

/** Does nothing if the credentials were not changed at `at`. Idempotent. */
export async function notifyCredentialChange(
  { accessItems, accounts, mailQueue }: ConfirmDeps,
  { userId, at, what = 'password_changed' }: AccountMessage & { readonly kind: 'password_change' },
): Promise<LogFields> {
  const user = await accounts.get(userId);
  if (user?.sessionsEnded?.at !== at) return { outcome: 'noop', account: userId };
  // The change has already invalidated the sessions.
  const items = await accessItems.list(user, ['key', 'endpoint', 'form', 'factor']);
  const sign = await readSigner(
    accounts,
    items.map(({ people }) => people.at(-1)),
  );
  const access = items.map(({ kind, name, addedAt, addedBy, people }) => ({
    kind,
    name,
    at: addedAt,
    by: sign(kind, people.at(-1), addedBy),
  }));
  const content: MailContent =
    what === 'password_changed'
      ? { template: what, params: { access } }
      : { template: 'factors_changed', params: { what, access } };
  await mailQueue.send(createMailMessage(user, `password-changed:${userId}:${at}`, content));
  return { outcome: 'done', account: userId };
}

/** Does nothing if the account was not transferred at `at`. Idempotent. */
export async function notifyTransfer(
  { accounts, mailQueue }: Pick<ConfirmDeps, 'accounts' | 'mailQueue'>,
  { userId, accountId, at }: AccountMessage & { readonly kind: 'transfer' },
): Promise<LogFields> {
  const [former, account] = await Promise.all([accounts.get(userId), accounts.get(accountId)]);
  if (!account || former?.sessionsEnded?.at !== at) return { outcome: 'noop', account: accountId };
  // By default, an account has the name of its owner, who was another person at the offer.
  const { firstName, lastName } = former;
  const name = accountNameOf({ ...account, firstName, lastName });
  const params = { account: name, to: formatName(account) };
  const id = createMailId('transferred', accountId, at);
  const content = { template: 'account_transferred', params } as const;
  await mailQueue.send(createMailMessage(former, id, content));
  return { outcome: 'done', account: accountId };
}

/** Maximum changes listed in an email; the page lists the others that still apply. */
const MAX_LISTED = 50;

/**
 * Emails the owner all changes of what can act for the account since the last such email. If the
 * run is interrupted, the next one sends the same email, or one that also has newer changes.
 */
export async function notifyAccessChanges(
  {
    accessChanges,
    accountQueue,
    accounts,
    clock,
    mailQueue,
  }: Pick<AccountDeps, 'accessChanges' | 'accountQueue' | 'accounts' | 'clock' | 'mailQueue'>,
  message: AccountMessage & { readonly kind: 'access_change' },
): Promise<LogFields> {
  const { userId } = message;
  const waitSeconds = Math.ceil((message.dueAt - clock.now()) / 1000);
  if (waitSeconds > 0) {
    await accountQueue.send(message, Math.min(MAX_ACCOUNT_DELAY_SECONDS, waitSeconds));
    return { outcome: 'requeued', account: userId };
  }
  const user = await accounts.get(userId);
  // Sessions and factors before a transfer are those of the former owner.
  const isOfOwner = ({ kind }: AccessChange) => !user?.owner || !isPersonalAccess(kind);
  const pending = (await accessChanges.list(userId)).filter(
    (change) => !change.mailed && isOfOwner(change),
  );
  const last = pending.at(-1);
  if (!user || !last) return { outcome: 'noop', account: userId };
  const listed = pending.slice(-MAX_LISTED);
  const sign = await readSigner(
    accounts,
    listed.map(({ who }) => personOf(user, who)),
  );
  const changes = listed.map(({ kind, what, name, at, who, by }) => ({
    kind,
    what,
    name,
    at,
    by: sign(kind, personOf(user, who), by) ?? '',
  }));
  const content = { template: 'access_changed', params: { changes } } as const;
  await mailQueue.send(createMailMessage(user, `access-changed:${last.id}`, content));
  for (const change of pending) await accessChanges.setMailed(change);
  return { outcome: 'done', account: userId, changes: pending.length };
}
