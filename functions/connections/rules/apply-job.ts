import * as z from 'zod/mini';
import { applyActions } from '../../../shared/model/connections/apply-actions.ts';
import { APPLY_STATES, SERVICE_FAILURES } from '../../../shared/model/connections/connection.ts';
import { SERVICES } from '../../../shared/model/connections/service-name.ts';
import { storedRuns } from '../../platform/rules/runs.ts';

/** Jobs that change contacts at their service by the verdicts of a list, without the contacts. */
export const storedApplyJob = z.object({
  userId: z.string(),
  jobId: z.string(),
  listId: z.string(),
  /** Counts the jobs of the list from 1. */
  number: z.number(),
  connectionId: z.string(),
  service: z.enum(SERVICES),
  audienceId: z.string(),
  actions: applyActions(),
  /** Digests of the request's idempotency key and of its content. */
  request: z.object({ key: z.string(), content: z.string() }),
  state: z.enum(APPLY_STATES),
  error: z.optional(z.enum(SERVICE_FAILURES)),
  isUndo: z.boolean(),
  total: z.number(),
  done: z.number(),
  changed: z.number(),
  unsubscribed: z.number(),
  missing: z.number(),
  raced: z.number(),
  /** First row of the result that no finished batch covers. */
  row: z.number(),
  /** Name of the journal of the last batch; while undoing, of the next batch to undo. */
  journal: z.optional(z.string()),
  /** The row after the batch of `journal`, while that batch is not finished. */
  next: z.optional(z.number()),
  /** Counts writes, for optimistic locking. */
  version: z.number(),
  /** ISO 8601 UTC. `startedAt` is the start of the undoing, once there is one. */
  createdAt: z.string(),
  startedAt: z.string(),
  undoUntil: z.string(),
  /** Expiry in epoch seconds. */
  ttl: z.number(),
  ...storedRuns,
});
export type StoredApplyJob = Readonly<z.infer<typeof storedApplyJob>>;
