import type { Db } from '../../platform/dynamo/db.ts';
import { changes, where } from '../../platform/dynamo/expression.ts';
import { type AccountRuns, accountRuns } from '../rules/account-run.ts';
import { endpointCountKey } from './keys.ts';

/** The endpoints of an account are left to one worker at a time. */
export interface EndpointLeases {
  /** Leaves the account's endpoints to one worker for so long; undefined where it has none. */
  takeLease(userId: string, now: number, ms: number): Promise<AccountRuns | 'busy' | undefined>;
  /** `until` is what the lease was taken until; one that somebody else has by then stays. */
  releaseLease(userId: string, until: number, runs: AccountRuns): Promise<void>;
}

export const createEndpointLeases = (db: Db): EndpointLeases => ({
  async takeLease(userId, now, ms) {
    const item = await db.update(endpointCountKey(userId), changes({ busyUntil: now + ms }), {
      text: 'attribute_exists(PK) AND (attribute_not_exists(#busyUntil) OR #busyUntil <= :now)',
      values: { ':now': now },
    });
    if (item) return accountRuns.parse(item);
    return (await db.get(endpointCountKey(userId))) && 'busy';
  },

  async releaseLease(userId, until, runs) {
    await db.update(
      endpointCountKey(userId),
      changes({ busyUntil: undefined, ...runs }),
      where({ busyUntil: until }),
    );
  },
});
