import { recordEvent } from './events/record.ts';
import type { Account } from './model/account.ts';
import type { State, EventType } from './model/state.ts';
import { findNextDueOperation } from './operations/due.ts';
import { createObject } from './model/objects.ts';

/**
 * Events that change the balance, with their category
 * (https://docs.stripe.com/reports/reporting-categories), type
 * (https://docs.stripe.com/reports/balance-transaction-types) and sign.
 */
const BALANCE_EVENTS: {
  readonly [Type in EventType]?: readonly [
    category: string,
    type: 'charge' | 'refund' | 'refund_failure' | 'adjustment',
    sign: 1 | -1,
  ];
} = {
  'charge.succeeded': ['charge', 'charge', 1],
  'refund.created': ['refund', 'refund', -1],
  'refund.failed': ['refund_failure', 'refund_failure', 1],
  'charge.dispute.funds_withdrawn': ['dispute', 'adjustment', -1],
  'charge.dispute.funds_reinstated': ['dispute_reversal', 'adjustment', 1],
};
const WEEK_S = 7 * 86_400;

function recordBalanceTransaction(account: Account, event: EventType, object: object): void {
  const [reporting_category, type, sign] = BALANCE_EVENTS[event] ?? [];
  if (sign === undefined) return;
  const amount = sign * Number(Reflect.get(object, 'amount'));
  const fees: Record<string, number> = { charge: Math.round(amount * 0.015) + 25, dispute: 2000 };
  const fee = fees[reporting_category ?? ''] ?? 0;
  const source = String(Reflect.get(object, 'id'));
  const fields = { amount, fee, net: amount - fee, type, reporting_category, source };
  createObject(account, 'balanceTransactions', { ...fields, available_on: account.now() + WEEK_S });
}

export interface AccountOptions {
  readonly state: State;
  /** Returns the real time in milliseconds since the epoch. */
  readonly realNow: () => number;
  readonly newId: (prefix: string) => string;
  readonly origin: () => string;
  readonly webhookSecret?: string | undefined;
}

export function createAccount(options: AccountOptions): Account {
  const { state, realNow, newId, webhookSecret } = options;
  let simulatedNow: number | undefined;
  const now = (): number => simulatedNow ?? Math.floor(realNow() / 1000) + state.ahead;

  const runUntil = (target: number): void => {
    try {
      for (;;) {
        const due = findNextDueOperation(state);
        if (due === undefined || due.at > target) return;
        simulatedNow = due.at;
        due.run(account);
      }
    } finally {
      simulatedNow = undefined;
    }
  };

  const account: Account = {
    state,
    now,
    newId,
    get origin() {
      return options.origin();
    },
    webhookSecret,
    invoicing: { finalize: true, draft: false, per_customer: false },
    emit(type, object) {
      recordEvent(state, { id: newId('evt'), type, created: now() }, object, realNow());
      recordBalanceTransaction(account, type, object);
    },
    catchUp: () => runUntil(now()),
    advanceTo(time) {
      const start = now();
      runUntil(time);
      state.ahead += time - start;
    },
  };
  return account;
}
