import type { Db } from '../../platform/dynamo/db.ts';
import { updateExpression, where } from '../../platform/dynamo/expression.ts';
import { type CarriedRunState, carriedRunState } from '../rules/account-run-state.ts';
import { endpointCountKey } from './keys.ts';

/** Ensures that only one worker at a time handles an account's endpoints. */
export interface EndpointLeases {
  /**
   * Leases the account's endpoints for `durationMs`, and returns the state that the account's
   * previous run left. Returns `busy` if another worker has the lease; undefined if the account
   * never had an endpoint.
   */
  takeLease(
    userId: string,
    now: number,
    durationMs: number,
  ): Promise<CarriedRunState | 'busy' | undefined>;
  /** Ends the caller's lease (the one that expires at `expiresAt`), but not another worker's. */
  releaseLease(userId: string, expiresAt: number, runs: CarriedRunState): Promise<void>;
}

export const createEndpointLeases = (db: Db): EndpointLeases => ({
  async takeLease(userId, now, durationMs) {
    const item = await db.update(
      endpointCountKey(userId),
      updateExpression({ busyUntil: now + durationMs }),
      {
        text: 'attribute_exists(PK) AND (attribute_not_exists(#busyUntil) OR #busyUntil <= :now)',
        values: { ':now': now },
      },
    );
    if (item) return carriedRunState.parse(item);
    return (await db.get(endpointCountKey(userId))) && 'busy';
  },

  async releaseLease(userId, expiresAt, runs) {
    await db.update(
      endpointCountKey(userId),
      updateExpression({ busyUntil: undefined, ...runs }),
      where({ busyUntil: expiresAt }),
    );
  },
});
