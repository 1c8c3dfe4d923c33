import type { MailFeedback } from '../../shared/messages/mail-feedback.ts';
import type { LogFields } from '../platform/log.ts';
import type { AccountDeps } from './deps.ts';

/**
 * Returns the recipients that email can no longer reach or who complained, and the mark for their
 * accounts. Returns no recipients for a bounce that is not permanent.
 */
function permanentFailureOf(feedback: MailFeedback) {
  if (feedback.eventType === 'Complaint') {
    const { complainedRecipients, timestamp: at } = feedback.complaint;
    return { recipients: complainedRecipients, mark: { reason: 'complaint', at } } as const;
  }
  const { bounceType, bouncedRecipients, timestamp: at } = feedback.bounce;
  const recipients = bounceType === 'Permanent' ? bouncedRecipients : [];
  return { recipients, mark: { reason: 'bounce', at } } as const;
}

/**
 * Marks the accounts whose address hard-bounced or whose owner reported our email as spam. The
 * owner gets no email about it, and SES suppresses later email, so a bounce never causes another.
 */
export async function markUndeliverable(
  { accounts }: Pick<AccountDeps, 'accounts'>,
  feedback: MailFeedback,
): Promise<LogFields> {
  const { recipients, mark } = permanentFailureOf(feedback);
  const found = await Promise.all(
    recipients.map(({ emailAddress }) => accounts.findByEmail(emailAddress)),
  );
  const marked = found.flatMap((user) => user?.id ?? []);
  for (const userId of marked) await accounts.setMailUndeliverable(userId, mark);
  return { feedback: feedback.eventType, recipients: recipients.length, marked };
}
