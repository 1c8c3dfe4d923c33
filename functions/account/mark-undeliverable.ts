import type { MailFeedback } from '../../shared/messages/mail-feedback.ts';
import type { LogFields } from '../platform/log.ts';
import type { User } from '../access/adapters/user.ts';

type MailUndeliverable = NonNullable<User['mailUndeliverable']>;
import type { AccountDeps } from './deps.ts';

/** Whose mail failed for good, and since when; nobody's where it may still arrive. */
function failedFor(feedback: MailFeedback): [readonly string[], MailUndeliverable] {
  if (feedback.eventType === 'Complaint') {
    const { complainedRecipients, timestamp } = feedback.complaint;
    return [addressesOf(complainedRecipients), { reason: 'complaint', at: timestamp }];
  }
  const { bounceType, bouncedRecipients, timestamp } = feedback.bounce;
  const addresses = bounceType === 'Permanent' ? addressesOf(bouncedRecipients) : [];
  return [addresses, { reason: 'bounce', at: timestamp }];
}

const addressesOf = (recipients: readonly { readonly emailAddress: string }[]): string[] =>
  recipients.map(({ emailAddress }) => emailAddress);

/**
 * Marks the accounts whose mail does not arrive. It sends no mail itself, and SES holds back every
 * further one, so that a bounce never leads to another.
 */
export async function markUndeliverable(
  { accounts }: Pick<AccountDeps, 'accounts'>,
  feedback: MailFeedback,
): Promise<LogFields> {
  const [addresses, mark] = failedFor(feedback);
  const found = await Promise.all(addresses.map((address) => accounts.findByEmail(address)));
  const marked = found.flatMap((user) => user?.id ?? []);
  for (const userId of marked) await accounts.setMailUndeliverable(userId, mark);
  return { feedback: feedback.eventType, recipients: addresses.length, marked };
}
