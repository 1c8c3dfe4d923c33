import { planVersion, type PlanVersion } from './plans.ts';

/** What is decided by of a subscription; times are epoch milliseconds. */
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
/** Statuses of a subscription that may still charge: beside it there must not be another. */
const LIVE = new Set([...CURRENT, 'unpaid', 'paused']);

export const isLive = ({ status }: Pick<Subscription, 'status'>): boolean => LIVE.has(status);

const isCurrent = ({ status }: Subscription): boolean => CURRENT.has(status);

/** The one subscription of ours that a customer keeps: the first of those that live. */
export const keptOf = <S extends Subscription>(subscriptions: readonly S[]): S | undefined =>
  subscriptions
    .filter((each) => isLive(each) && each.version !== undefined)
    .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))[0];

/** How a plan goes on: at its end, ISO 8601, it renews, maybe as another plan, or `ends`. */
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

/** The plan that a subscription holds, undefined when it holds none any more. */
export const planOf = (subscription: Subscription | undefined): PlanVersion | undefined =>
  subscription && isCurrent(subscription) && subscription.version !== undefined
    ? planVersion(subscription.version)
    : undefined;
