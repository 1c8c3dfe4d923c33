import type { MailFeedback } from '../../shared/messages/mail-feedback.ts';
import type { MailMessage } from '../../shared/messages/mail.ts';
import { clock, db, env, sender } from '../platform/context.ts';
import { createMailJournal } from './adapters/mail-journal.ts';
import { createQueue } from '../platform/sqs/queue.ts';
import type { Get } from '../platform/container.ts';

export const mailQueue = (get: Get) =>
  createQueue<MailMessage>(get(sender), get(env).MAIL_QUEUE_URL);
/** What SES tells of mails that did not arrive. */
export const mailFeedback = (get: Get) =>
  createQueue<MailFeedback>(get(sender), get(env).MAIL_FEEDBACK_QUEUE_URL);
export const mailJournal = (get: Get) => createMailJournal(get(db), get(clock));
