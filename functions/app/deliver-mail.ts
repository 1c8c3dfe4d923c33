import type { MailMessage } from '../../shared/messages.ts';
import { composeMail } from './mails/compose-mail.ts';
import type { Log } from './ports/log.ts';
import type { Mailer, MailJournal } from './ports/mailer.ts';

interface Deps {
  mailer: Mailer;
  mailJournal: MailJournal;
  log: Log;
  /** Where links in mails lead, without a final slash. */
  origin: string;
}

/** A mail that was not accepted and has to be offered again later. */
export class MailPostponed extends Error {
  override readonly name = 'MailPostponed';
}

/**
 * Sends a mail, at most once for its id. One that was refused for good, or whose answer was lost,
 * is noted and done with. Throws MailPostponed when it has to be tried again.
 */
export async function deliverMail(deps: Deps, message: MailMessage): Promise<void> {
  const mail = composeMail(message, deps.origin);
  if (!(await deps.mailJournal.claim(message.id))) return;
  const outcome = await deps.mailer.send({ to: message.to, ...mail });
  deps.log.info('mail', { outcome, template: message.content.template, mail: message.id });
  if (outcome !== 'postponed') return;
  await deps.mailJournal.release(message.id);
  throw new MailPostponed(message.id);
}
