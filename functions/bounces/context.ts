import type { ConfirmRefundsMessage } from '../../shared/messages/bounces.ts';
import { activity } from '../access/context.ts';
import type { Get } from '../platform/container.ts';
import { db, env, sender } from '../platform/context.ts';
import { createUserQueue } from '../platform/sqs/queue.ts';
import { createOutcomeCounts } from './adapters/outcome-counts.ts';
import { createClaims } from './adapters/claims.ts';
import { createReports } from './adapters/reports.ts';

export const reports = (get: Get) => createReports(get(db), get(activity));
export const claims = (get: Get) => createClaims(get(db));
export const outcomes = (get: Get) => createOutcomeCounts(get(db));
export const bouncesQueue = (get: Get) =>
  createUserQueue<ConfirmRefundsMessage>(get(sender), get(env).BOUNCES_QUEUE_URL);
