import type { bounceRoutes } from '../../shared/contract/bounces.ts';
import type { OutputOf } from '../../shared/contract/route.ts';
import { statusForReason, VERDICT_REASONS, VERDICT_STATUSES } from '../../shared/model/verdict.ts';
import type { BouncesDeps } from './deps.ts';

/**
 * Minimum addresses behind a published rate. A rate over fewer would be imprecise, and might
 * identify an address.
 */
const MIN_ADDRESSES = 10;

/** Returns how many mailed addresses bounced, by verdict, over all customers. */
export async function measureAccuracy({
  outcomes,
}: Pick<BouncesDeps, 'outcomes'>): Promise<OutputOf<(typeof bounceRoutes)['getAccuracy']>['data']> {
  const { reports, counts } = await outcomes.read();
  const statuses = VERDICT_STATUSES.map((status) => {
    const ofStatus = Object.entries(counts).filter(([name]) =>
      VERDICT_REASONS.some(
        (reason) => name.startsWith(`${reason}#`) && statusForReason(reason) === status,
      ),
    );
    const sum = (of: 'sent' | 'bounced') => ofStatus.reduce((all, [, each]) => all + each[of], 0);
    return { status, sent: sum('sent'), bounced: sum('bounced') };
  });
  return { reports, statuses: statuses.filter(({ sent }) => sent >= MIN_ADDRESSES) };
}
