import { db, env, sender } from '../platform/context.ts';
import { createPersonalItems } from './adapters/personal-items.ts';
import { createPrivacyQueue } from './adapters/privacy-queue.ts';
import type { Get } from '../platform/container.ts';

export const personalItems = (get: Get) => createPersonalItems(get(db));
export const privacyQueue = (get: Get) =>
  createPrivacyQueue(get(sender), get(env).PRIVACY_QUEUE_URL);
