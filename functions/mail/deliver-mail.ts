import type { MailMessage } from '../../shared/messages/mail.ts';
import { composeMail } from './templates/compose-mail.ts';
import type { LogFields } from '../platform/log.ts';
import { RetryLaterError } from '../platform/queue/retry-later-error.ts';
import type { MailDeps } from './deps.ts';

type Deps = Pick<MailDeps, 'clock' | 'env' | 'mailFeedbackQueue' | 'mailJournal' | 'mailer'>;

/**
 * Sends an email, at most once per id. An email that was rejected, or whose response was lost, is
 * not sent again. A rejection marks the recipient's account, like a bounce.
 * @throws {RetryLaterError} if the email was postponed and must be sent later
 */
export async function deliverMail(deps: Deps, message: MailMessage): Promise<LogFields> {
  const { id, to, content } = message;
  const fields = { mail: id, template: content.template };
  const mail = composeMail(message, deps.env);
  // Reserve the id before sending. After a crash, the email is then lost instead of sent twice.
  if (!(await deps.mailJournal.reserve(id))) return { ...fields, duplicate: 1 };
  const outcome = await deps.mailer.send({ to, ...mail });
  if (outcome === 'postponed') {
    await deps.mailJournal.release(id);
    throw new RetryLaterError(id);
  }
  if (outcome === 'rejected') {
    const timestamp = new Date(deps.clock.now()).toISOString();
    const bouncedRecipients = [{ emailAddress: to }];
    const bounce = { bounceType: 'Permanent', bouncedRecipients, timestamp };
    await deps.mailFeedbackQueue.send({ eventType: 'Bounce', bounce });
  }
  return { ...fields, [outcome]: 1 };
}
