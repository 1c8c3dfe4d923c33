import { mailMessage } from '../../../shared/messages/mail.ts';
import { env, mailer } from '../../platform/context.ts';
import { serveQueue } from '../../platform/queue/serve-queue.ts';
import { mailJournal } from '../context.ts';
import { deliverMail } from '../deliver-mail.ts';

export const handler = serveQueue(
  'mail',
  mailMessage,
  { env, mailer, mailJournal },
  (message, deps) => deliverMail(deps, message),
);
