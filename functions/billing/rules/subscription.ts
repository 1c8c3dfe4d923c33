import { findPlanVersion, type PlanVersion } from '../../../shared/model/plans/plans.ts';

/** Subscription fields that decisions depend on; times are epoch milliseconds. */
interface SubscriptionFields {
  readonly id: string;
  readonly status: string;
  readonly version: string | undefined;
  readonly createdAt: number;
  readonly periodEnd: number | undefined;
  readonly nextVersion: string | undefined;
  readonly canceledAt: number | undefined;
  readonly endsAt: number | undefined;
}

const CURRENT_STATUSES = new Set(['active', 'trialing', 'past_due']);
/** Subscriptions with these statuses may still charge. A customer may have only one. */
const LIVE_STATUSES = new Set([...CURRENT_STATUSES, 'unpaid', 'paused']);

export const isLiveSubscription = ({ status }: Pick<SubscriptionFields, 'status'>): boolean =>
  LIVE_STATUSES.has(status);

const isCurrent = ({ status }: SubscriptionFields): boolean => CURRENT_STATUSES.has(status);

/** Returns the subscription that a customer keeps: the oldest live one to one of our plans. */
export const findPrimarySubscription = <S extends SubscriptionFields>(
  subscriptions: readonly S[],
): S | undefined =>
  subscriptions
    .filter((each) => isLiveSubscription(each) && each.version !== undefined)
    .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))[0];

/** Returns when a subscription ends or renews (ISO 8601), and to which plan it changes. */
export function renewalOfSubscription({
  status,
  periodEnd,
  nextVersion,
  canceledAt,
  endsAt,
}: SubscriptionFields) {
  const ends = canceledAt !== undefined;
  const at = ends ? endsAt : periodEnd;
  const next = nextVersion === undefined ? undefined : findPlanVersion(nextVersion)?.planId;
  return {
    pastDue: status === 'past_due',
    ends,
    ...(at !== undefined && { at: new Date(at).toISOString() }),
    ...(next !== undefined && { changesTo: next }),
  };
}

/** Returns undefined unless the subscription is current (not unpaid) and to one of our plans. */
export const planOfSubscription = (
  subscription: SubscriptionFields | undefined,
): PlanVersion | undefined =>
  subscription && isCurrent(subscription) && subscription.version !== undefined
    ? findPlanVersion(subscription.version)
    : undefined;
