import type { RefundState } from '../../../shared/model/bounces/bounce.ts';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  updateExpression,
  itemNotExists,
  putWrite,
  updateWrite,
  where,
} from '../../platform/dynamo/expression.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { queryStoredItems } from '../../platform/dynamo/stored-items.ts';
import { claimIdOf, type VerdictClaim, type VerdictClaimRef, storedClaim } from '../rules/claim.ts';
import type { Report } from '../rules/report.ts';
import { CLAIM_PREFIX, claimKey } from './keys.ts';

/** A report must claim a verdict before examining it, so that no verdict is refunded twice. */
export interface Claims {
  /** Returns the claims of an account, by `claimIdOf`. */
  find(userId: string): Promise<ReadonlyMap<string, VerdictClaim>>;
  /**
   * Claims a verdict for a report, which uses a free answer. Returns false if the verdict is already
   * claimed, or if `answerWrite`, which reserves the answer, fails.
   * @param now epoch milliseconds
   */
  add(
    report: Report,
    claim: VerdictClaimRef,
    now: number,
    answerWrite: TransactionStep,
  ): Promise<boolean>;
  /** Returns the write that ends a claim. It fails if the claim has ended. */
  endWrite(userId: string, claim: VerdictClaimRef, state: RefundState): TransactionStep;
  end(userId: string, claim: VerdictClaimRef, state: RefundState): Promise<void>;
}

export function createClaims(db: Db): Claims {
  const claims: Claims = {
    async find(userId) {
      const query = { partition: userPartition(userId), prefix: CLAIM_PREFIX };
      const found = new Map<string, VerdictClaim>();
      for await (const claim of queryStoredItems(db, storedClaim, query))
        found.set(claimIdOf(claim), claim);
      return found;
    },

    async add({ userId, reportId, ttl }, claim, now, answerWrite) {
      const item = {
        ...claimKey(userId, claim),
        ...claim,
        reportId,
        state: 'checking' satisfies RefundState,
        at: now,
        ttl,
      };
      return !(await db.transact([putWrite(item, itemNotExists), answerWrite]));
    },

    endWrite: (userId, claim, state) =>
      updateWrite(
        claimKey(userId, claim),
        updateExpression({ state }),
        where({ state: 'checking' }),
      ),

    async end(userId, claim, state) {
      await db.transact([claims.endWrite(userId, claim, state)]);
    },
  };
  return claims;
}
