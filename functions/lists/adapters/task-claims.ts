import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { type VerifyTaskMessage, verifyTaskMessage } from '../../../shared/messages/lists.ts';
import { TASK_LANES, type TaskLane } from '../../../shared/model/list-status.ts';
import type { Clock, IdGenerator } from '../../platform/clock.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { itemExists, itemNotExistsOrExpired, where } from '../../platform/dynamo/expression.ts';
import { findStoredItem, listStoredItems } from '../../platform/dynamo/stored-items.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { answerKey, parseAnswerKey } from '../rules/blob-keys.ts';
import { taskClaimKey, taskClaimPrefix, waitingTaskKey } from './keys.ts';
import type { PipelineQueues } from './queues.ts';

/**
 * Maximum tasks of an account that the engine works on. Small lists have a separate lane, so that
 * they never wait for large ones.
 */
const MAX_CLAIMS = { express: 3, bulk: 7, trial: 1 } as const;
/** A lost claim blocks others for this long. The engine's queue is rarely that late. */
const CLAIM_SECONDS = 3 * 60 * 60;
/** The reconciler sends a task again whose place in the line was lost. */
const WAITING_SECONDS = 24 * 60 * 60;
/** Maximum attempts to take a claim for which other tasks compete. */
const MAX_TRIES = 10;

const storedClaim = z.object({
  PK: z.string(),
  SK: z.string(),
  lane: z.enum(TASK_LANES),
  message: verifyTaskMessage,
  /** Undefined while the task waits for a claim. */
  answer: z.optional(z.string()),
  ttl: z.number(),
});
type StoredClaim = Readonly<z.output<typeof storedClaim>>;
export type TaskClaim = StoredClaim & { readonly answer: string };

/**
 * Limits the tasks of an account that the engine works on. A task keeps its claim, and with it the
 * key of its answer, until its verdicts are booked. Tasks without a claim wait in a line.
 */
export interface TaskClaims {
  /**
   * Returns the claim of the task, or takes one. If none is free or other tasks wait, puts the task
   * in the line and returns undefined; the end of a claim sends it again, with `turn`.
   */
  take(
    message: VerifyTaskMessage,
    lane: TaskLane,
  ): Promise<{ claim: TaskClaim; isNew: boolean } | undefined>;
  /** @param answer key of an answer, which any object of the bucket may pretend to be */
  find(answer: string): Promise<TaskClaim | undefined>;
  /** Ends a claim, and sends the first task that waits for it. */
  end(claim: TaskClaim): Promise<void>;
  /** Ends the claim of a task, if it has one. Otherwise, lets the next take its turn. */
  release(message: VerifyTaskMessage): Promise<void>;
  /** Sends the first task of the line if a claim is free. */
  sendWaiting(userId: string, lane: TaskLane): Promise<void>;
}

const isOf =
  ({ listId, task }: VerifyTaskMessage) =>
  (claim: StoredClaim): claim is TaskClaim =>
    isClaim(claim) && claim.message.listId === listId && claim.message.task === task;
const isClaim = (claim: StoredClaim): claim is TaskClaim => claim.answer !== undefined;

export function createTaskClaims(
  db: Db,
  clock: Clock,
  ids: IdGenerator,
  queues: Pick<PipelineQueues, 'sendVerify'>,
): TaskClaims {
  const now = (): number => Math.floor(clock.now() / 1000);

  /** Returns the claims of a lane, and the first task of its line. */
  async function read(
    userId: string,
    lane: TaskLane,
  ): Promise<{ claims: TaskClaim[]; first: StoredClaim | undefined }> {
    const query = { partition: userPartition(userId), prefix: taskClaimPrefix(lane) };
    const items = await db.page(query, 0, MAX_CLAIMS[lane] + 1);
    const stored = items.map((item) => z.parse(storedClaim, item));
    return { claims: stored.filter(isClaim), first: stored.find((each) => !isClaim(each)) };
  }

  async function findOf(message: VerifyTaskMessage): Promise<TaskClaim | undefined> {
    const query = { partition: userPartition(message.userId), prefix: taskClaimPrefix() };
    return (await listStoredItems(db, storedClaim, query)).find(isOf(message));
  }

  async function sendWaiting(userId: string, lane: TaskLane): Promise<void> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const { claims, first } = await read(userId, lane);
      if (!first || claims.length >= MAX_CLAIMS[lane]) return;
      await queues.sendVerify([{ message: { ...first.message, turn: lane }, delaySeconds: 0 }]);
      // If the deletion fails, another run has sent this task for another free claim.
      if (await db.delete({ PK: first.PK, SK: first.SK }, itemExists)) return;
    }
  }

  async function end({ PK, SK, answer, lane, message }: TaskClaim): Promise<void> {
    await db.delete({ PK, SK }, where({ answer }));
    await sendWaiting(message.userId, lane);
  }

  return {
    sendWaiting,

    async take({ turn, ...message }, lane) {
      const { userId, listId, task } = message;
      // Deliveries of one task compete for the same claim, other tasks rarely.
      const start = hash('sha256', `${listId}#${task}`, 'buffer').readUInt32BE();
      const numbers = Array.from(
        { length: MAX_CLAIMS[lane] },
        (_, at) => (start + at) % MAX_CLAIMS[lane],
      );
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const { claims, first } = await read(userId, lane);
        const own = claims.find(isOf(message));
        if (own) return { claim: own, isNew: false };
        const number = numbers.find((each) =>
          claims.every(({ SK }) => SK !== taskClaimKey(userId, lane, each).SK),
        );
        if (number === undefined || (first && turn === undefined)) break;
        const answer = answerKey(message, lane, number, ids.token(24));
        const key = taskClaimKey(userId, lane, number);
        const claim = { ...key, lane, message, answer, ttl: now() + CLAIM_SECONDS };
        if (await db.put(claim, itemNotExistsOrExpired(now()))) return { claim, isNew: true };
      }
      const ttl = now() + WAITING_SECONDS;
      await db.put({ ...waitingTaskKey(message, lane, clock.now()), lane, message, ttl });
      // A claim may have been released before the task was in the line.
      await sendWaiting(userId, lane);
      return undefined;
    },

    async find(answer) {
      const parts = parseAnswerKey(answer);
      if (!parts) return undefined;
      const key = taskClaimKey(parts.userId, parts.lane, parts.claimNumber);
      const claim = await findStoredItem(db, storedClaim, key);
      return claim && isClaim(claim) && claim.answer === answer ? claim : undefined;
    },

    end,

    async release(message) {
      const claim = await findOf(message);
      if (claim) await end(claim);
      else if (message.turn) await sendWaiting(message.userId, message.turn);
    },
  };
}
