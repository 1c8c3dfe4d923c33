import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { accountMessage } from '../../shared/messages/account.ts';
import { billingMessage } from '../../shared/messages/billing.ts';
import { connectionMessage } from '../../shared/messages/connections.ts';
import { engineCall, engineResponse } from '../../shared/messages/engine.ts';
import { engineAnswer, engineTask } from '../../shared/messages/engine-task.ts';
import { confirmRefundsMessage } from '../../shared/messages/bounces.ts';
import { taskQueueMessage, finalizeMessage, listMessage } from '../../shared/messages/lists.ts';
import { mailMessage } from '../../shared/messages/mail.ts';
import { privacyMessage } from '../../shared/messages/privacy.ts';
import { messageVersion } from '../../shared/messages/version.ts';
import { webhookMessage } from '../../shared/messages/webhooks.ts';
import { GOLDEN_MESSAGES } from './golden-messages.ts';

/** Schemas with which the receivers of messages and calls parse them. */
const SCHEMAS: Readonly<Record<keyof (typeof GOLDEN_MESSAGES)[1], z.core.$ZodType>> = {
  list: listMessage,
  verify: taskQueueMessage,
  finalize: finalizeMessage,
  account: accountMessage,
  billing: billingMessage,
  privacy: privacyMessage,
  bounces: confirmRefundsMessage,
  connections: connectionMessage,
  mail: mailMessage,
  webhooks: webhookMessage,
  engineCall,
  engineResponse,
  engineTask,
  engineAnswer,
};

const accepted = Object.keys(GOLDEN_MESSAGES)
  .map(Number)
  .filter((each) => z.safeParse(messageVersion, each).success);

const sent = Object.entries(GOLDEN_MESSAGES).flatMap(([released, queues]) =>
  Object.entries(queues).flatMap(([queue, messages]) =>
    Object.entries(messages as Record<string, string>).map(
      ([name, body]) => [Number(released), queue as keyof typeof SCHEMAS, name, body] as const,
    ),
  ),
);

/** Fields that no version needs anymore, although stored messages may have them. */
const UNUSED_FIELDS = new Set(['turn']);

const newest = Math.max(...Object.keys(GOLDEN_MESSAGES).map(Number));
const read = (queue: keyof typeof SCHEMAS, body: string) =>
  z.safeParse(SCHEMAS[queue], JSON.parse(body));

describe('messages of a queue', () => {
  it('are accepted in the current and the previous version', () => {
    expect(accepted).toEqual([newest - 1, newest].filter((each) => each > 0));
    expect(z.safeParse(messageVersion, newest + 1).success).toBe(false);
  });

  it.each(sent)(
    'v%i %s %s is accepted as long as a queue may contain it',
    (released, queue, _, body) => {
      expect(read(queue, body).success).toBe(accepted.includes(released));
    },
  );

  // A field that is no longer parsed would be lost between two deployments.
  it.each(sent.filter(([released]) => released === newest))(
    'v%i %s %s is parsed without losing a field',
    (_released, queue, _name, body) => {
      const dropUnused = (name: string, value: unknown) =>
        UNUSED_FIELDS.has(name) ? undefined : value;
      expect(read(queue, body).data).toEqual(JSON.parse(body, dropUnused));
    },
  );
});
