import * as z from 'zod/mini';
import { confirmRefundsMessage } from '../../shared/messages/bounces.ts';
import { accounts } from '../access/context.ts';
import { adjustments } from '../billing/context.ts';
import { engine, replyClassifier, verdictMemory } from '../checks/context.ts';
import { freeAnswers, ledger } from '../credits/context.ts';
import { bouncedAddresses, lists, queues } from '../lists/context.ts';
import { bucketEvent } from '../platform/s3/bucket-event.ts';
import { mailQueue } from '../mail/context.ts';
import { blobs, clock, env, log, secrets } from '../platform/context.ts';
import { serveQueue } from '../platform/queue/serve-queue.ts';
import { confirmRefunds } from './confirm-refunds.ts';
import { bouncesQueue, claims, outcomes, reports } from './context.ts';
import { findUploadedReports } from './find-uploaded-reports.ts';
import { enqueueReport } from './read-report.ts';

/** Time reserved at the end of a run for storing the verdicts. */
const STORAGE_MARGIN_MS = 60_000;
/** Maximum time per run for the engine. */
const MAX_ENGINE_MS = 110_000;

/** The queue receives both our own messages and S3 events. */
const message = z.union([confirmRefundsMessage, bucketEvent]);

export const readBounces = /* @__PURE__ */ serveQueue(
  'readBounces',
  message,
  {
    accounts,
    adjustments,
    blobs,
    bouncedAddresses,
    bouncesQueue,
    claims,
    clock,
    engine,
    env,
    freeAnswers,
    ledger,
    lists,
    log,
    mailQueue,
    outcomes,
    queues,
    replyClassifier,
    reports,
    secrets,
    verdictMemory,
  },
  async (input, deps, { remainingMs }) => {
    if ('kind' in input) {
      const ms = Math.min(MAX_ENGINE_MS, Math.max(0, remainingMs() - STORAGE_MARGIN_MS));
      return confirmRefunds(deps, input, deps.clock.now() + ms);
    }
    const runs = [];
    for (const report of findUploadedReports(input)) runs.push(await enqueueReport(deps, report));
    return runs;
  },
);
