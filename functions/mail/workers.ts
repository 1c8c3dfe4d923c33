import { mailMessage } from '../../shared/messages/mail.ts';
import { clock, env } from '../platform/context.ts';
import { serveQueue } from '../platform/queue/serve-queue.ts';
import { mailer, mailFeedbackQueue, mailJournal } from './context.ts';
import { deliverMail } from './deliver-mail.ts';

export const mail = /* @__PURE__ */ serveQueue(
  'mail',
  mailMessage,
  { clock, env, mailer, mailFeedbackQueue, mailJournal },
  (message, deps) => deliverMail(deps, message),
);
