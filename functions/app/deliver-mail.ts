import type { MailMessage } from '../../shared/messages.ts';
import { composeMail } from './mails/compose-mail.ts';
import type { Log } from './ports/log.ts';
import type { Mailer, MailJournal } from './ports/mailer.ts';

interface Deps {
  mailer: Mailer;
  mailJournal: MailJournal;
  /** The list whose "mail due" mark a mail takes off. */
  lists: { clearMailDue(userId: string, listId: string, mailId: string): Promise<void> };
  log: Log;
  env: { readonly PUBLIC_ORIGIN: string };
}

/** A mail that was not accepted and has to be offered again later. */
class MailPostponed extends Error {
  override readonly name = 'MailPostponed';
}

/**
 * Sends a mail, at most once for its id, and takes the "mail due" mark off its list. A mail that was
 * refused for good, or whose answer was lost, is noted and done with. Throws MailPostponed when it
 * has to be tried again.
 */
export async function deliverMail(deps: Deps, message: MailMessage): Promise<void> {
  const { id, to, content, list } = message;
  const mail = composeMail(message, deps.env.PUBLIC_ORIGIN);

  // 1. Claimed before it is sent: whoever dies in between sends none rather than two.
  if (await deps.mailJournal.claim(id)) {
    const outcome = await deps.mailer.send({ to, ...mail });
    deps.log.info('mail', { outcome, template: content.template, mail: id });
    if (outcome === 'postponed') {
      await deps.mailJournal.release(id);
      throw new MailPostponed(id);
    }
  }

  // 2. Also for a mail that was sent before: then only the mark was left behind.
  if (list) await deps.lists.clearMailDue(list.userId, list.listId, id);
}
