import { mailMessage } from '../../../shared/messages/mail.ts';
import { env, mailer } from '../../platform/context.ts';
import { serveQueue } from '../../platform/queue/serve-queue.ts';
import { mailJournal } from '../context.ts';
import { deliverMail } from '../deliver-mail.ts';

const needs = { env, mailer, mailJournal };

export const handler = serveQueue('mail', mailMessage, needs, (message, parts) =>
  deliverMail(parts, message),
);
