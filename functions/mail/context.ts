import { clock, db, env, sender } from '../platform/context.ts';
import { once } from '../platform/once.ts';
import { createMailJournal } from './adapters/mail-journal.ts';
import { createMailQueue } from './adapters/mail-queue.ts';

export const mailQueue = /* @__PURE__ */ once(() =>
  createMailQueue(sender(), env().MAIL_QUEUE_URL),
);
export const mailJournal = /* @__PURE__ */ once(() => createMailJournal(db(), clock()));
