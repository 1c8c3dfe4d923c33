import { clock, db, env, sender } from '../platform/context.ts';
import { createMailJournal } from './adapters/mail-journal.ts';
import { createMailQueue } from './adapters/mail-queue.ts';
import type { Get } from '../platform/container.ts';

export const mailQueue = (get: Get) => createMailQueue(get(sender), get(env).MAIL_QUEUE_URL);
export const mailJournal = (get: Get) => createMailJournal(get(db), get(clock));
