import type { MailFeedback } from '../../shared/messages/mail-feedback.ts';
import type { MailMessage } from '../../shared/messages/mail.ts';
import { sesClient } from '../platform/clients.ts';
import { clock, db, env, ids, log, sender } from '../platform/context.ts';
import { createSesMailer } from '../platform/ses/ses-mailer.ts';
import { createMailJournal } from './adapters/mail-journal.ts';
import { createTableMailer } from './adapters/table-mailer.ts';
import { createQueue } from '../platform/sqs/queue.ts';
import type { Get } from '../platform/container.ts';

export const mailQueue = (get: Get) =>
  createQueue<MailMessage>(get(sender), get(env).MAIL_QUEUE_URL);
export const mailFeedbackQueue = (get: Get) =>
  createQueue<MailFeedback>(get(sender), get(env).MAIL_FEEDBACK_QUEUE_URL);
export const mailer = (get: Get) =>
  get(env).MAILS_TO_TABLE
    ? createTableMailer(get(db), get(clock), get(ids))
    : createSesMailer(get(sesClient), get(env).MAIL_FROM, get(log));
export const mailJournal = (get: Get) => createMailJournal(get(db), get(clock));
