import type { Account } from '../model/account.ts';
import { createObject } from '../model/objects.ts';
import type { EventType } from '../model/state.ts';

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

export function recordBalanceTransaction(account: Account, event: EventType, object: object): void {
  const [reporting_category, type, sign] = BALANCE_EVENTS[event] ?? [];
  if (sign === undefined) return;
  const amount = sign * Number(Reflect.get(object, 'amount'));
  const fees: Record<string, number> = { charge: Math.round(amount * 0.015) + 25, dispute: 2000 };
  const fee = fees[reporting_category ?? ''] ?? 0;
  const source = String(Reflect.get(object, 'id'));
  const fields = { amount, fee, net: amount - fee, type, reporting_category, source };
  createObject(account, 'balanceTransactions', { ...fields, available_on: account.now() + WEEK_S });
}
