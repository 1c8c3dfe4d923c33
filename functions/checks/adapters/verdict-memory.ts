import * as z from 'zod/mini';
import type { Verdict } from '../../../shared/contract/checks.ts';
import { DAY_MS } from '../../../shared/model/duration.ts';
import { VERDICT_REASONS } from '../../../shared/model/verdict.ts';
import { createAddressHmacs, findItemsByAddress } from '../../platform/dynamo/address-hmacs.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import { putWrite } from '../../platform/dynamo/expression.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { evidenceOf } from '../rules/score.ts';
import { rememberedVerdictKey } from './keys.ts';

export const VERDICT_MEMORY_MS = 90 * DAY_MS;

/** `at` is ISO 8601 in UTC. */
const storedVerdict = z.object({
  reason: z.enum(VERDICT_REASONS),
  evidence: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  at: z.string(),
  requestId: z.string(),
  charged: z.boolean(),
});
export type RememberedVerdict = Readonly<z.infer<typeof storedVerdict>>;

/** Remembers verdicts of a user's single checks for 90 days, by an HMAC of the address. */
export interface VerdictMemory {
  write(
    check: { readonly userId: string; readonly requestId: string },
    verdict: Verdict,
    charged: boolean,
  ): Promise<TransactionStep>;
  /** Verdicts by address; addresses without a remembered verdict are missing. */
  find(
    userId: string,
    addresses: readonly string[],
  ): Promise<ReadonlyMap<string, RememberedVerdict>>;
}

export function createVerdictMemory(db: Db, secrets: Secrets, clock: Clock): VerdictMemory {
  return {
    async write({ userId, requestId }, verdict, charged) {
      const hmacsOf = await createAddressHmacs(secrets, userId);
      const [hmac = ''] = hmacsOf(verdict.email);
      const now = clock.now();
      const remembered: RememberedVerdict = {
        reason: verdict.reason,
        evidence: evidenceOf(verdict),
        at: new Date(now).toISOString(),
        requestId,
        charged,
      };
      const ttl = Math.ceil((now + VERDICT_MEMORY_MS) / 1000);
      return putWrite({ ...rememberedVerdictKey(userId, hmac), ...remembered, ttl });
    },

    async find(userId, addresses) {
      const keyOf = (hmac: string) => rememberedVerdictKey(userId, hmac);
      const items = await findItemsByAddress(db, secrets, userId, addresses, keyOf);
      return new Map(
        Array.from(items, ([address, item]) => [address, z.parse(storedVerdict, item)]),
      );
    },
  };
}
