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
