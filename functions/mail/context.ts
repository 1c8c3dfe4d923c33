import { clock, db, env, sender } from '../platform/context.ts';
import { createMailJournal } from './adapters/mail-journal.ts';
import { createMailFeedback, createMailQueue } from './adapters/mail-queue.ts';
import type { Get } from '../platform/container.ts';

export const mailQueue = (get: Get) => createMailQueue(get(sender), get(env).MAIL_QUEUE_URL);
export const mailFeedback = (get: Get) =>
  createMailFeedback(get(sender), get(env).MAIL_FEEDBACK_QUEUE_URL);
export const mailJournal = (get: Get) => createMailJournal(get(db), get(clock));
