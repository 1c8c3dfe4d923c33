import type { MailMessage } from '../../shared/messages/mail.ts';
import { composeMail } from './templates/compose-mail.ts';
import type { LogFields } from '../platform/log.ts';
import { RetryLaterError } from '../platform/queue/retry-later-error.ts';
import type { MailDeps } from './deps.ts';

type Deps = Pick<MailDeps, 'clock' | 'env' | 'mailFeedback' | 'mailJournal' | 'mailer'>;

/**
 * Sends a mail, at most once for its id. A mail that was refused for good, or whose response was
 * lost, is noted and done with. One that was refused marks its account, as one that bounces does.
 * @throws {RetryLaterError} when it has to be tried again
 */
export async function deliverMail(deps: Deps, message: MailMessage): Promise<LogFields> {
  const { id, to, content } = message;
  const fields = { mail: id, template: content.template };
  const mail = composeMail(message, deps.env);
  // Claimed before it is sent: a process that is killed in between sends none rather than two.
  if (!(await deps.mailJournal.claim(id))) return { ...fields, duplicate: 1 };
  const outcome = await deps.mailer.send({ to, ...mail });
  if (outcome === 'postponed') {
    await deps.mailJournal.release(id);
    throw new RetryLaterError(id);
  }
  if (outcome === 'rejected') {
    const timestamp = new Date(deps.clock.now()).toISOString();
    const bouncedRecipients = [{ emailAddress: to }];
    const bounce = { bounceType: 'Permanent', bouncedRecipients, timestamp };
    await deps.mailFeedback.send({ eventType: 'Bounce', bounce });
  }
  return { ...fields, [outcome]: 1 };
}
