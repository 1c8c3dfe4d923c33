import * as z from 'zod/mini';
import { IMPORT_ERRORS, IMPORT_STATES } from '../../../shared/model/connections/connection.ts';
import { SERVICES } from '../../../shared/model/connections/service-name.ts';
import { storedRuns } from '../../platform/rules/runs.ts';

/** Maximum duration of a run (infra/features/connections.ts). */
export const MAX_RUN_MS = 180_000;

export const storedImport = z.object({
  userId: z.string(),
  /** Also the id of the list. */
  importId: z.string(),
  connectionId: z.string(),
  service: z.enum(SERVICES),
  audienceId: z.string(),
  audience: z.string(),
  /** Whether the list has columns with names. */
  names: z.boolean(),
  /** Id of the person who started it. */
  startedBy: z.optional(z.string()),
  state: z.enum(IMPORT_STATES),
  error: z.optional(z.enum(IMPORT_ERRORS)),
  /** Distinct contacts in the parts. */
  read: z.number(),
  expected: z.number(),
  /** Names of the stored parts, in order. */
  parts: z.array(z.string()),
  /** Cursor of the next page; undefined before the first and after the last. */
  cursor: z.optional(z.string()),
  /** Whether the last page was read. */
  isRead: z.boolean(),
  /** Counts writes, for optimistic locking. */
  version: z.optional(z.number()),
  /** ISO 8601 UTC. */
  createdAt: z.string(),
  /** Expiry in epoch seconds. */
  ttl: z.number(),
  ...storedRuns,
});
export type StoredImport = Readonly<z.infer<typeof storedImport>>;
