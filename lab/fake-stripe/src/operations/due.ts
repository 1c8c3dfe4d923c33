import type { Account } from '../model/account.ts';
import type { State, Subscription } from '../model/state.ts';
import { expireSession } from './checkout.ts';
import {
  endSubscription,
  expirePendingUpdate,
  isActiveOrPastDue,
  itemOf,
  renewSubscription,
  retryInvoice,
} from './subscriptions.ts';

interface DueOperation {
  /** Due time in seconds since 1970. */
  readonly at: number;
  run(account: Account): void;
}

export function findNextDueOperation(state: State): DueOperation | undefined {
  let first: DueOperation | undefined;
  for (const due of dueOperations(state)) if (first === undefined || due.at < first.at) first = due;
  return first;
}

function* dueOperations(state: State): Generator<DueOperation> {
  for (const session of Object.values(state.checkoutSessions)) {
    if (session.status !== 'open') continue;
    const at = state.checkoutPlans[session.id]?.expiresAt ?? session.expires_at;
    yield { at, run: (account) => expireSession(account, session) };
  }
  for (const invoice of Object.values(state.invoices)) {
    const { id, status, auto_advance, next_payment_attempt, automatically_finalizes_at } = invoice;
    const draftUntil = auto_advance && status === 'draft' ? automatically_finalizes_at : null;
    const at = status === 'open' ? next_payment_attempt : draftUntil;
    if (at !== null) yield { at, run: (account) => retryInvoice(account, id) };
  }
  for (const subscription of Object.values(state.subscriptions))
    if (isActiveOrPastDue(subscription)) yield* subscriptionDueOperations(subscription);
}

function* subscriptionDueOperations(subscription: Subscription): Generator<DueOperation> {
  const { cancel_at, pending_update } = subscription;
  const end = itemOf(subscription).current_period_end;
  if (cancel_at !== null && cancel_at <= end) {
    const run = (account: Account): void =>
      endSubscription(account, subscription, 'cancellation_requested');
    yield { at: cancel_at, run };
  } else {
    yield { at: end, run: (account) => renewSubscription(account, subscription) };
  }
  if (pending_update) {
    const run = (account: Account): void => expirePendingUpdate(account, subscription);
    yield { at: pending_update.expires_at, run };
  }
}
