import * as z from 'zod/mini';
import { PENDING_PARTITION } from '../../platform/dynamo/key.ts';
import type { Migration } from '../../platform/dynamo/migrate.ts';
import { PENDING_CHECK_LAYOUT, pendingCheckKey } from './keys.ts';

const check = z.object({ requestId: z.string() });

/** Changes of layouts, the oldest first. One that all tables went through may be removed. */
export const CHECK_MIGRATIONS: readonly Migration[] = [
  {
    // Pending checks stood in the partition of all that is pending.
    name: 'pending-checks',
    layout: PENDING_CHECK_LAYOUT,
    items: {
      text: 'PK = :pending AND begins_with(SK, :check)',
      values: { ':pending': PENDING_PARTITION, ':check': 'CHECK#' },
    },
    change: (item) => ({ ...item, ...pendingCheckKey(check.parse(item).requestId) }),
  },
];
