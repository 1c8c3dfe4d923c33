import type { StoredApplyJob } from '../../functions/connections/rules/apply-job.ts';
import type { StoredImport } from '../../functions/connections/rules/import.ts';

/** An import that has just started. */
export const SAMPLE_IMPORT: Omit<StoredImport, 'userId'> = {
  importId: '01K9XJ2B6C4D8E0F1G3H5J7K9M',
  connectionId: 'connection1',
  service: 'klaviyo',
  audienceId: 'list/LIST01',
  audience: 'Newsletter',
  names: false,
  state: 'reading',
  read: 0,
  expected: 3,
  parts: [],
  isRead: false,
  createdAt: '2026-11-20T15:30:00.000Z',
  ttl: 4_102_444_800,
};

/** A job of the imported list whose changes were undone. */
export const SAMPLE_APPLY_JOB: Omit<StoredApplyJob, 'userId'> = {
  jobId: `${SAMPLE_IMPORT.importId}-0001`,
  listId: SAMPLE_IMPORT.importId,
  number: 1,
  connectionId: SAMPLE_IMPORT.connectionId,
  service: 'klaviyo',
  audienceId: SAMPLE_IMPORT.audienceId,
  actions: { undeliverable: ['mark'], risky: [], unknown: [] },
  request: { key: 'key', content: 'content' },
  state: 'undone',
  isUndo: true,
  total: 1,
  done: 1,
  changed: 1,
  unsubscribed: 0,
  missing: 0,
  raced: 0,
  row: 3,
  version: 1,
  createdAt: '2026-11-20T15:30:00.000Z',
  startedAt: '2026-11-20T15:40:00.000Z',
  undoUntil: '2026-12-20T15:30:00.000Z',
  ttl: 4_102_444_800,
};
