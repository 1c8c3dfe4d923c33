import * as z from 'zod/mini';
import { ADJUSTMENT_KINDS } from '../../../shared/model/credits.ts';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  changes,
  isNew,
  exists,
  putWrite,
  updateWrite,
  where,
} from '../../platform/dynamo/expression.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import type { FiguresStore } from '../../credits/adapters/figures.ts';
import type { Purchase } from '../rules/purchase.ts';
import { adjustmentKey, billingKey, purchaseKey } from './keys.ts';
import { revenueWrites } from './purchases.ts';

const storedAdjustment = z.object({
  /** Made by the browser: however often it is sent, it happens once. */
  id: z.string(),
  userId: z.string(),
  kind: z.enum(ADJUSTMENT_KINDS),
  /** Credits that came, or that a refund takes. */
  credits: z.int(),
  /** Id of the administrator, or the command. */
  by: z.string(),
  reason: z.string(),
  /** ISO 8601 UTC. */
  at: z.string(),
  listId: z.optional(z.string()),
  /** Of a refund: which purchase, euro cents (also of a transfer), and what Stripe has said. */
  purchaseId: z.optional(z.string()),
  cents: z.optional(z.int()),
  /** Its credits stay. */
  keepCredits: z.optional(z.boolean()),
  state: z.optional(z.enum(['asked', 'done', 'refused', 'failed'])),
  /** Calls of Stripe that failed in a way that is repeated for a day under their key. */
  tries: z.optional(z.int()),
});
export type Adjustment = Readonly<z.infer<typeof storedAdjustment>>;

const state = z.object({ adjustments: z.optional(z.int()) });

/**
 * What administrators have done to the money and credits of customers: who, when, what and why.
 * Reads are strongly consistent.
 */
export interface Adjustments {
  /**
   * Every one of a user, newest first, and how many there are: one more is written on the condition
   * that this number still holds, so that limits count all of them.
   */
  read(userId: string): Promise<{ all: Adjustment[]; count: number | undefined }>;
  /** The writes that record one, after `count` others, and what its customer finds in Billing. */
  createWrites(
    adjustment: Adjustment,
    count: number | undefined,
    purchase?: Purchase,
  ): readonly TransactionStep[];
  /** That the bank refused the money is the last word. */
  setState(
    adjustment: Pick<Adjustment, 'id' | 'userId'>,
    said: 'done' | 'refused' | 'failed',
  ): Promise<void>;
  /** A call under the present idempotency key would fail for a day: the next one takes another. */
  addTry(adjustment: Adjustment): Promise<void>;
}

export const createAdjustments = (db: Db, figures: FiguresStore): Adjustments => ({
  async read(userId) {
    const { adjustments: count } = state.parse((await db.get(billingKey(userId))) ?? {});
    const query = { partition: userPartition(userId), prefix: 'ADJUSTMENT#' };
    const rows = await Array.fromAsync(db.query(query));
    const all = rows.map((row) => storedAdjustment.parse(row));
    return { all: all.toSorted((a, b) => b.at.localeCompare(a.at)), count };
  },

  createWrites: ({ userId, ...adjustment }, count, purchase) => [
    putWrite({ ...adjustmentKey(userId, adjustment.id), userId, ...adjustment }, isNew),
    updateWrite(
      billingKey(userId),
      changes({}, { adjustments: 1, ...(purchase && { purchases: 1 }) }),
      where({ adjustments: count }),
    ),
    ...(purchase
      ? [
          putWrite({ ...purchaseKey(userId, purchase.id), ...purchase }, isNew),
          ...revenueWrites(figures, purchase),
        ]
      : []),
  ],

  async setState({ userId, id }, said) {
    const condition = said === 'failed' ? exists : where({ state: 'asked' });
    await db.update(adjustmentKey(userId, id), changes({ state: said }), condition);
  },

  async addTry({ userId, id }) {
    await db.update(adjustmentKey(userId, id), changes({}, { tries: 1 }), exists);
  },
});
