import type { State } from '../model/state.ts';
import type { World } from '../model/world.ts';
import { expireSession } from './expire-session.ts';
import {
  endSubscription,
  expirePendingUpdate,
  isLive,
  itemOf,
  renew,
  retryInvoice,
} from './subscriptions.ts';

/** Something that happens by itself at a time. */
interface Due {
  /** Seconds since 1970. */
  readonly at: number;
  run(world: World): void;
}

/** What comes next, or undefined when nothing will. */
export function nextDue(state: State): Due | undefined {
  return dues(state).reduce<Due | undefined>(
    (first, due) => (first === undefined || due.at < first.at ? due : first),
    undefined,
  );
}

function dues(state: State): Due[] {
  const sessions = Object.values(state.checkoutSessions)
    .filter(({ status }) => status === 'open')
    .map((session) => ({
      at: state.checkoutPlans[session.id]?.expiresAt ?? session.expires_at,
      run: (world: World) => expireSession(world, session),
    }));
  const invoices = Object.values(state.invoices).flatMap((invoice) =>
    invoice.status === 'open' && invoice.next_payment_attempt !== null
      ? [
          {
            at: invoice.next_payment_attempt,
            run: (world: World) => retryInvoice(world, invoice.id),
          },
        ]
      : [],
  );
  const subscriptions = Object.values(state.subscriptions)
    .filter(isLive)
    .flatMap((subscription) => {
      const end = itemOf(subscription).current_period_end;
      const { cancel_at, pending_update } = subscription;
      const ending = {
        at: cancel_at ?? end,
        run: (world: World) => endSubscription(world, subscription, 'cancellation_requested'),
      };
      const renewal = { at: end, run: (world: World) => renew(world, subscription) };
      const next = cancel_at !== null && cancel_at <= end ? ending : renewal;
      if (!pending_update) return [next];
      const expiry = {
        at: pending_update.expires_at,
        run: (world: World) => expirePendingUpdate(world, subscription),
      };
      return [next, expiry];
    });
  return [...sessions, ...invoices, ...subscriptions];
}
