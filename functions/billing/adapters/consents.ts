import * as z from 'zod/mini';
import { LANGUAGES } from '../../../shared/model/account.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { isNew } from '../../platform/dynamo/expression.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { consentKey } from './keys.ts';

const stored = z.object({
  /** `delivery` asks for delivery at once, `withdrawal` withdraws from a purchase. */
  kind: z.enum(['delivery', 'withdrawal']),
  /** Id of the plan, or of the purchase. */
  subject: z.string(),
  /** What was agreed to as it stood there, and its version. */
  text: z.optional(z.string()),
  version: z.optional(z.string()),
  language: z.enum(LANGUAGES),
  /** ISO 8601 UTC. */
  at: z.string(),
  ip: z.string(),
});

type Consent = Readonly<z.infer<typeof stored>>;

/** A payment page is open for an hour, that of Stripe's portal for longer. */
const AGREED_BEFORE_MS = 24 * 3600 * 1000;
/** Stripe tells whole seconds of its own clock. */
const SKEW_MS = 60_000;

/** What customers have declared about purchases, on the single table; never changed. */
export function createConsents(db: Db) {
  const list = async (userId: string): Promise<Consent[]> => {
    const query = { partition: userPartition(userId), prefix: 'DECLARATION#' };
    return (await Array.fromAsync(db.query(query))).map((item) => stored.parse(item));
  };

  return {
    /** Oldest first of each kind. */
    list,

    /** Keeps the first one of an id. */
    async add(userId: string, id: string, consent: Consent): Promise<void> {
      await db.put({ ...consentKey(userId, consent.kind, id), ...consent }, isNew);
    },

    /** The agreement to delivery at once that came before the payment of a plan (ISO 8601). */
    async agreementTo(
      userId: string,
      planId: string,
      paidAt: string,
    ): Promise<Consent | undefined> {
      const paid = Date.parse(paidAt);
      return (await list(userId)).findLast(({ kind, subject, at }) => {
        const before = paid - Date.parse(at);
        return (
          kind === 'delivery' &&
          subject === planId &&
          before > -SKEW_MS &&
          before < AGREED_BEFORE_MS
        );
      });
    },
  };
}
