import type { PrivacyMessage } from '../../shared/messages/privacy.ts';
import { db, env, sender } from '../platform/context.ts';
import { createPersonalItems } from './adapters/personal-items.ts';
import { createQueue } from '../platform/sqs/queue.ts';
import type { Get } from '../platform/container.ts';

export const personalItems = (get: Get) => createPersonalItems(get(db));
export const privacyQueue = (get: Get) =>
  createQueue<PrivacyMessage>(get(sender), get(env).PRIVACY_QUEUE_URL);
