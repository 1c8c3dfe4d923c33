import { createHmac } from 'node:crypto';
import type { VerifyTaskMessage } from '../../../shared/messages/lists.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { timingSafeEqualText } from '../../platform/timing-safe-equal-text.ts';
import { answerName } from '../rules/blob-keys.ts';

const KEY_PATTERN = /^answers\/([^/]+)\/([^/]+)\/(\d{5}[rd]*)\.(\d+)\.(?:-|(\d+)-(\d+))\.([\w-]+)$/;

/**
 * Creates and parses the keys of the engine's answers. A key names its task and proves with an HMAC
 * that the task was sent to the engine, so even a late answer needs no stored lock.
 */
export interface AnswerKeys {
  /** All messages of a task have the same key, unless the secret is rotated. */
  create(message: VerifyTaskMessage): Promise<string>;
  /** Returns undefined unless `create` returned the key, with the current or the previous secret. */
  parse(key: string): Promise<VerifyTaskMessage | undefined>;
}

const signName = (name: string, secret: Uint8Array): string =>
  `${name}.${createHmac('sha256', secret).update(name).digest('base64url')}`;

export const createAnswerKeys = (secrets: Secrets): AnswerKeys => ({
  create: async (message) => signName(answerName(message), await secrets.key('answer')),

  async parse(key) {
    const [, userId, listId, task, attempt, start, end] = KEY_PATTERN.exec(key) ?? [];
    if (userId === undefined || listId === undefined || task === undefined) return undefined;
    const message: VerifyTaskMessage = {
      kind: 'verify',
      v: 1,
      userId,
      listId,
      task,
      attempt: Number(attempt),
      ...(end !== undefined && { range: [Number(start), Number(end)] }),
    };
    const name = answerName(message);
    const isSigned = (await secrets.keys('answer')).some((secret) =>
      timingSafeEqualText(signName(name, secret), key),
    );
    return isSigned ? message : undefined;
  },
});
