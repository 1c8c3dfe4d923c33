import { db, env, sender } from '../platform/context.ts';
import { once } from '../platform/once.ts';
import { createPersonalItems } from './adapters/personal-items.ts';
import { createPrivacyQueue } from './adapters/privacy-queue.ts';

export const personalItems = /* @__PURE__ */ once(() => createPersonalItems(db()));
export const privacyQueue = /* @__PURE__ */ once(() =>
  createPrivacyQueue(sender(), env().PRIVACY_QUEUE_URL),
);
