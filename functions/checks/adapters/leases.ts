import * as z from 'zod/mini';
import type { Db } from '../../platform/dynamo/db.ts';
import { itemNotExists, where } from '../../platform/dynamo/expression.ts';
import type { LeaseStore } from '../../../packages/verifier/src/index.ts';
import { leaseKey } from './keys.ts';

const storedLeases = z.object({
  version: z.number(),
  limit: z.number(),
  halvedAt: z.number(),
  leases: z.array(
    z.object({
      holder: z.string(),
      sessions: z.number(),
      need: z.number(),
      until: z.number(),
      since: z.number(),
      customer: z.string(),
      priority: z.literal([0, 1, 2]),
    }),
  ),
});

/** Stores one item per provider and egress address. Items never expire, because there are few. */
export function createLeaseStore(db: Db): LeaseStore {
  return {
    async read(key) {
      const item = await db.get(leaseKey(key));
      if (!item) return undefined;
      const { version, ...state } = storedLeases.parse(item);
      return { version, state };
    },

    write: (key, version, state) =>
      db.put(
        { ...leaseKey(key), ...state, version: version + 1 },
        version === 0 ? itemNotExists : where({ version }),
      ),
  };
}
