import type { RefundState } from '../../../shared/model/bounces/bounce.ts';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  updateExpression,
  itemNotExists,
  updateWrite,
  where,
} from '../../platform/dynamo/expression.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { queryStoredItems } from '../../platform/dynamo/stored-items.ts';
import { type VerdictClaim, type VerdictClaimRef, storedClaim } from '../rules/claim.ts';
import type { Report } from '../rules/report.ts';
import { claimKey, claimPrefix } from './keys.ts';

/** A report must claim a verdict before examining it, so that no verdict is refunded twice. */
export interface Claims {
  /** Returns the claims for the verdicts of one list or of single checks, by verdict id. */
  find(userId: string, source: string): Promise<ReadonlyMap<string, VerdictClaim>>;
  /** Claims a verdict for a report. Returns false if the verdict is already claimed. */
  add(report: Report, claim: VerdictClaimRef): Promise<boolean>;
  /** Returns the write that ends a claim. It fails if the claim has ended. */
  endWrite(userId: string, claim: VerdictClaimRef, state: RefundState): TransactionStep;
  end(userId: string, claim: VerdictClaimRef, state: RefundState): Promise<void>;
}

export function createClaims(db: Db): Claims {
  const isOpen = where({ state: 'checking' });
  return {
    async find(userId, source) {
      const query = { partition: userPartition(userId), prefix: claimPrefix(source) };
      const found = new Map<string, VerdictClaim>();
      for await (const claim of queryStoredItems(db, storedClaim, query))
        found.set(claim.verdictId, claim);
      return found;
    },

    add: ({ userId, reportId, ttl }, { source, verdictId }) =>
      db.put(
        {
          ...claimKey(userId, source, verdictId),
          source,
          verdictId,
          reportId,
          state: 'checking' satisfies RefundState,
          ttl,
        },
        itemNotExists,
      ),

    endWrite: (userId, { source, verdictId }, state) =>
      updateWrite(claimKey(userId, source, verdictId), updateExpression({ state }), isOpen),

    async end(userId, { source, verdictId }, state) {
      await db.update(claimKey(userId, source, verdictId), updateExpression({ state }), isOpen);
    },
  };
}
