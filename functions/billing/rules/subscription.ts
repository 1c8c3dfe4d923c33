import { planVersion, type PlanVersion } from './plans.ts';

/** Fields of a subscription that decisions depend on; times are epoch milliseconds. */
interface Subscription {
  readonly id: string;
  readonly status: string;
  readonly version: string | undefined;
  readonly createdAt: number;
  readonly periodEnd: number | undefined;
  readonly nextVersion: string | undefined;
  readonly canceledAt: number | undefined;
  readonly endsAt: number | undefined;
}

const CURRENT = new Set(['active', 'trialing', 'past_due']);
/** Statuses of a subscription that may still charge; a customer may have only one of these. */
const LIVE = new Set([...CURRENT, 'unpaid', 'paused']);

export const isLive = ({ status }: Pick<Subscription, 'status'>): boolean => LIVE.has(status);

const isCurrent = ({ status }: Subscription): boolean => CURRENT.has(status);

/** The one subscription to our plans that a customer keeps: the oldest live one. */
export const keptOf = <S extends Subscription>(subscriptions: readonly S[]): S | undefined =>
  subscriptions
    .filter((each) => isLive(each) && each.version !== undefined)
    .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))[0];

/** Renewal state of a subscription: when it ends or renews (ISO 8601), and as which plan. */
export function renewalOf({ status, periodEnd, nextVersion, canceledAt, endsAt }: Subscription) {
  const ends = canceledAt !== undefined;
  const at = ends ? endsAt : periodEnd;
  const next = nextVersion === undefined ? undefined : planVersion(nextVersion)?.planId;
  return {
    pastDue: status === 'past_due',
    ends,
    ...(at !== undefined && { at: new Date(at).toISOString() }),
    ...(next !== undefined && { changesTo: next }),
  };
}

/** Plan that a subscription gives; undefined if it is no longer current. */
export const planOf = (subscription: Subscription | undefined): PlanVersion | undefined =>
  subscription && isCurrent(subscription) && subscription.version !== undefined
    ? planVersion(subscription.version)
    : undefined;
