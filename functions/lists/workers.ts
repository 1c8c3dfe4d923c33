import * as z from 'zod/mini';
import { engineTask } from '../../shared/messages/engine-task.ts';
import { finalizeMessage, listMessage, taskQueueMessage } from '../../shared/messages/lists.ts';
import { accounts, limits } from '../access/context.ts';
import { abandonCheck, runCheckAttempt } from '../checks/check-attempt.ts';
import { checks, checkQueue, domainReplies, engine } from '../checks/context.ts';
import { sweepChecks } from '../checks/sweep-checks.ts';
import { freeAnswers, ledger } from '../credits/context.ts';
import { outbox, webhookQueue } from '../events/context.ts';
import { lowBalanceAlerts, topUpQueue } from '../low-credits/context.ts';
import { sweepLowBalanceAlerts } from '../low-credits/sweep-low-balance-alerts.ts';
import { mailQueue, mailJournal } from '../mail/context.ts';
import { blobs, clock, env, ids, log } from '../platform/context.ts';
import type { LogFields } from '../platform/log.ts';
import { serveQueue } from '../platform/queue/serve-queue.ts';
import { runSweeps } from '../platform/schedule/run-sweeps.ts';
import { serveSchedule } from '../platform/schedule/serve-schedule.ts';
import { answerKeys, bouncedAddresses, lists, queues, tasks } from './context.ts';
import { abandonTask } from './run/abandon-task.ts';
import { bookAnswer } from './run/book-answer.ts';
import { cancelIfLost } from './run/cancel-if-lost.ts';
import { finalizeList } from './run/finalize-list.ts';
import { enqueueUpload, extractUploads, ingestList } from './run/ingest-list.ts';
import { resumeLists } from './run/resume-lists.ts';
import { sweepLists } from './run/sweep-lists.ts';
import { verifyTask } from './run/verify-task.ts';
import { bucketEvent, extractObjectKeys } from '../platform/s3/bucket-event.ts';

/** Tasks to start, background checks, and the bucket's events about the engine's answers. */
const verifyMessage = /* @__PURE__ */ z.union([taskQueueMessage, bucketEvent]);

/** Handles the dead letters of all queues that a task passes. */
export const abandon = /* @__PURE__ */ serveQueue(
  'abandon',
  /* @__PURE__ */ z.union([verifyMessage, engineTask]),
  { answerKeys, blobs, checks, clock, env, ids, lists, log, outbox, queues, tasks, webhookQueue },
  async (message, deps) => {
    const abandonAnswer = async (key: string): Promise<LogFields> => {
      const task = await deps.answerKeys.parse(key);
      if (!task) return { outcome: 'noop' };
      return cancelIfLost(deps, task, () => abandonTask(deps, task, key));
    };
    if (!('kind' in message)) return Promise.all(extractObjectKeys(message).map(abandonAnswer));
    if (message.kind === 'check') return abandonCheck(deps, message);
    const task = message.kind === 'engine' ? message.task : message;
    return abandonAnswer(await deps.answerKeys.create(task));
  },
);

export const finalize = /* @__PURE__ */ serveQueue(
  'finalize',
  finalizeMessage,
  {
    accounts,
    blobs,
    clock,
    env,
    ledger,
    limits,
    lists,
    log,
    mailQueue,
    outbox,
    queues,
    tasks,
    webhookQueue,
  },
  (message, deps) => finalizeList(deps, message.userId, message.listId),
);

/** The queue receives our own messages and S3 events. */
const ingestMessage = /* @__PURE__ */ z.union([listMessage, bucketEvent]);

export const ingest = /* @__PURE__ */ serveQueue(
  'ingest',
  ingestMessage,
  {
    accounts,
    blobs,
    clock,
    env,
    freeAnswers,
    ids,
    ledger,
    limits,
    lists,
    log,
    mailQueue,
    queues,
    tasks,
    lowBalanceAlerts,
    webhookQueue,
  },
  async (input, deps) => {
    if (!('kind' in input)) {
      const runs = [];
      for (const upload of extractUploads(input)) runs.push(await enqueueUpload(deps, upload));
      return runs;
    }
    if (input.kind === 'ingest') return ingestList(deps, input);
    return { resumed: await resumeLists(deps, input.userId) };
  },
);

export const reconcile = /* @__PURE__ */ serveSchedule(
  'reconcile',
  {
    accounts,
    blobs,
    bouncedAddresses,
    checkQueue,
    checks,
    clock,
    env,
    ledger,
    limits,
    lists,
    log,
    mailJournal,
    mailQueue,
    outbox,
    queues,
    tasks,
    topUpQueue,
    lowBalanceAlerts,
    webhookQueue,
  },
  (deps) => runSweeps(deps, [sweepChecks, sweepLowBalanceAlerts, sweepLists]),
);

/** Time reserved at the end of a run for storing the result of a background check. */
const STORAGE_MARGIN_MS = 20_000;

export const verify = /* @__PURE__ */ serveQueue(
  'verify',
  verifyMessage,
  {
    accounts,
    answerKeys,
    blobs,
    checkQueue,
    checks,
    clock,
    domainReplies,
    engine,
    env,
    ids,
    limits,
    lists,
    queues,
    log,
    outbox,
    tasks,
    webhookQueue,
  },
  async (message, deps, { receiveCount, remainingMs }) => {
    const receives = receiveCount - 1;
    if (!('kind' in message)) {
      // S3 also sends an event for the empty object that replaces a booked answer.
      const keys = extractObjectKeys(message, ({ size }) => size !== 0);
      return Promise.all(keys.map((key) => bookAnswer(deps, key, receives)));
    }
    if (message.kind === 'verify')
      return cancelIfLost(deps, message, () => verifyTask(deps, message, receives));
    const deadline = deps.clock.now() + remainingMs() - STORAGE_MARGIN_MS;
    return runCheckAttempt(deps, message, deadline);
  },
);
