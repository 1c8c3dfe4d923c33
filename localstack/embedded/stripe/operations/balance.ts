import type { Account } from '../model/account.ts';
import { create } from '../model/objects.ts';
import type { EventType } from '../model/state.ts';

/** What moves money, by its category: https://docs.stripe.com/reports/reporting-categories */
const MOVES: { readonly [Type in EventType]?: readonly [category: string, sign: 1 | -1] } = {
  'charge.succeeded': ['charge', 1],
  'refund.created': ['refund', -1],
  'refund.failed': ['refund_failure', 1],
  'charge.dispute.funds_withdrawn': ['dispute', -1],
  'charge.dispute.funds_reinstated': ['dispute_reversal', 1],
};

/** Enters what an event says of money into the balance. */
export function recordMove(account: Account, event: EventType, object: object): void {
  const [reporting_category, sign] = MOVES[event] ?? [];
  if (sign === undefined) return;
  const amount = sign * Number(Reflect.get(object, 'amount'));
  const fees: Record<string, number> = { charge: Math.round(amount * 0.015) + 25, dispute: 2000 };
  const fee = fees[reporting_category ?? ''] ?? 0;
  const source = String(Reflect.get(object, 'id'));
  const fields = { amount, fee, net: amount - fee, reporting_category, source };
  create(account, 'balanceTransactions', fields);
}
