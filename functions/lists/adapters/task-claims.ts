import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { type VerifyTaskMessage, verifyTaskMessage } from '../../../shared/messages/lists.ts';
import type { Clock, IdGenerator } from '../../platform/clock.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { itemNotExistsOrExpired, where } from '../../platform/dynamo/expression.ts';
import { listStoredItems } from '../../platform/dynamo/stored-items.ts';
import { answerKey, parseAnswerKey } from '../rules/blob-keys.ts';
import { TASK_CLAIM_PREFIX, taskClaimKey } from './keys.ts';

/** A lost claim blocks others for this long. The engine's queue is rarely that late. */
const CLAIM_SECONDS = 3 * 60 * 60;
/** Longer than a task without a claim waits before it tries again. */
const WAITING_SECONDS = 30;
/** Maximum attempts to take a claim for which other tasks compete. */
const MAX_TRIES = 10;

const storedClaim = z.object({
  PK: z.string(),
  SK: z.string(),
  message: verifyTaskMessage,
  /** Undefined if the list of the message waits for a claim. */
  answer: z.optional(z.string()),
  ttl: z.number(),
});
type StoredClaim = Readonly<z.output<typeof storedClaim>>;
export type TaskClaim = StoredClaim & { readonly answer: string };

/**
 * Limits the tasks of an account that the engine works on. A task keeps its claim, and with it the
 * key of its answer, until its verdicts are booked.
 */
export interface TaskClaims {
  /**
   * Returns the claim of the task, or takes one of `limit`, which the lists that wait for one share.
   * @returns undefined if the list must wait
   */
  take(
    message: VerifyTaskMessage,
    limit: number,
  ): Promise<{ claim: TaskClaim; isNew: boolean } | undefined>;
  /** @param answer key of an answer, which any object of the bucket may pretend to be */
  find(answer: string): Promise<TaskClaim | undefined>;
  /** Does nothing if the task holds no claim. */
  release(message: VerifyTaskMessage): Promise<void>;
}

const isOf =
  ({ listId, task }: VerifyTaskMessage) =>
  ({ message }: StoredClaim): boolean =>
    message.listId === listId && message.task === task;

const isTaken = (claim: StoredClaim): claim is TaskClaim => claim.answer !== undefined;

export function createTaskClaims(db: Db, clock: Clock, ids: IdGenerator): TaskClaims {
  const now = (): number => Math.floor(clock.now() / 1000);
  const list = async (userId: string): Promise<StoredClaim[]> => {
    const { PK: partition } = taskClaimKey(userId, 0);
    const claims = await listStoredItems(db, storedClaim, { partition, prefix: TASK_CLAIM_PREFIX });
    return claims.filter(({ ttl }) => ttl > now());
  };

  return {
    async take(message, limit) {
      const { userId, listId, task } = message;
      // Tasks start at different numbers, so that they rarely compete; deliveries of one task start
      // at the same number, so that they do.
      const first = hash('sha256', `${listId}#${task}`, 'buffer').readUInt32BE();
      const keys = Array.from({ length: limit }, (_, at) =>
        taskClaimKey(userId, (first + at) % limit),
      );
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const stored = await list(userId);
        const claims = stored.filter(isTaken);
        const own = claims.find(isOf(message));
        if (own) return { claim: own, isNew: false };
        const others = stored.filter((each) => !isTaken(each) && each.message.listId !== listId);
        const share = Math.max(1, Math.floor(limit / (1 + others.length)));
        const isBelowShare = claims.filter((each) => each.message.listId === listId).length < share;
        const key = keys.find(({ SK }) => claims.every((claim) => claim.SK !== SK));
        if (!key || !isBelowShare) break;
        const answer = answerKey(message, ids.token(24));
        const claim = { ...key, message, answer, ttl: now() + CLAIM_SECONDS };
        if (await db.put(claim, itemNotExistsOrExpired(now()))) return { claim, isNew: true };
      }
      const waiting = { ...taskClaimKey(userId, listId), message, ttl: now() + WAITING_SECONDS };
      await db.put(waiting);
      return undefined;
    },

    async find(answer) {
      const owner = parseAnswerKey(answer);
      return (
        owner && (await list(owner.userId)).filter(isTaken).find((claim) => claim.answer === answer)
      );
    },

    async release(message) {
      const claim = (await list(message.userId)).filter(isTaken).find(isOf(message));
      if (claim) await db.delete({ PK: claim.PK, SK: claim.SK }, where({ answer: claim.answer }));
    },
  };
}
