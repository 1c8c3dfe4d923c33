import type { Adjustment } from '../../../functions/billing/adapters/adjustments.ts';
import type { Purchase } from '../../../functions/billing/rules/purchase.ts';
import { createDebitEntry, createGrantEntry } from '../../../functions/credits/rules/ledger.ts';
import { createKeyUseStore } from '../../../functions/access/adapters/key-use.ts';
import type { TestContext } from '../test-context.ts';
import { always, createUser, joined, once, U, writes } from './rows.ts';

const AT = '2027-01-14T10:00:00.000Z';
const PURCHASE: Purchase = {
  id: 'purchase',
  userId: U,
  source: 'cs:1',
  version: 'gift',
  credits: 5,
  cents: 100,
  refunded: 0,
  revoked: 0,
  disputes: {},
  date: AT,
  revision: 1,
};
const ADJUSTMENT: Adjustment = {
  id: 'adjustment',
  userId: U,
  kind: 'refund',
  credits: 1,
  by: 'admin',
  reason: 'defect',
  at: AT,
  state: 'asked',
};
const adjust = async (context: TestContext): Promise<unknown> =>
  writes(context, context.adjustments.createWrites(ADJUSTMENT, undefined))();
const INTENT = { version: 'pack', language: 'en', createdAt: 1 } as const;
const EVENT = { id: 'evt_1', type: 'charge.refunded', objectId: 'ch_1', paymentId: 'pi_1' };

/** Rows of the stores of credits and payments. */
export const MONEY_ROWS = [
  once(
    'credits/ledger-items: entryWrite preconditionExpression',
    'absent; version',
    async ({ ledger }) =>
      () =>
        ledger.grant(U, { source: 'gift', amount: 5, why: 'gift' }),
  ),
  once('credits/ledger-items: entryWrite balanceWrite', 'absent; available', async ({ ledger }) => {
    await ledger.grant(U, { source: 'gift', amount: 1, why: 'gift' });
    return () => ledger.transact(U, [createDebitEntry('check', 1)]);
  }),
  once(
    'credits/ledger-items: preconditionExpression',
    'absent; debt',
    async ({ ledger }) =>
      () =>
        ledger.transact(U, [createGrantEntry('gift', 5, 'gift')]),
  ),
  once('billing/adjustments: createWrites', 'absent; adjustments; absent', async (context) => {
    const steps = context.adjustments.createWrites(ADJUSTMENT, undefined, PURCHASE);
    return writes(context, steps);
  }),
  once('billing/adjustments: setState', 'state', async (context) => {
    await adjust(context);
    return () => context.adjustments.setState(ADJUSTMENT, 'done');
  }),
  always('billing/adjustments: setState', 'exists', async (context) => {
    await adjust(context);
    return () => context.adjustments.setState(ADJUSTMENT, 'failed');
  }),
  always('billing/adjustments: incrementTries', 'exists', async (context) => {
    await adjust(context);
    return () => context.adjustments.incrementTries(ADJUSTMENT);
  }),
  once('billing/purchases: createWrites', 'absent', async (context) =>
    writes(context, context.purchases.createWrites(PURCHASE)),
  ),
  once('billing/purchases: changeWrites', 'revision', async (context) => {
    await writes(context, context.purchases.createWrites(PURCHASE))();
    return () => context.purchases.update(PURCHASE, { refunded: 1 });
  }),
  joined('billing/checkout-intents: replace', 'absent ttl', async ({ checkoutIntents }) => {
    let number = 0;
    return () => {
      const intent = { ...INTENT, purchaseId: `intent${(number += 1)}` };
      return checkoutIntents.replace(U, 'slot', intent, undefined);
    };
  }),
  joined('billing/checkout-intents: replace', 'purchaseId', async ({ checkoutIntents }) => {
    const former = { ...INTENT, purchaseId: 'former' };
    await checkoutIntents.replace(U, 'slot', former, undefined);
    return () => checkoutIntents.replace(U, 'slot', { ...INTENT, purchaseId: 'next' }, former);
  }),
  once('billing/checkout-intents: delete', 'purchaseId', async ({ checkoutIntents }) => {
    await checkoutIntents.replace(U, 'slot', { ...INTENT, purchaseId: 'intent' }, undefined);
    return () => checkoutIntents.delete(U, 'slot', 'intent');
  }),
  always('billing/checkout-intents: setSession', 'purchaseId', async ({ checkoutIntents }) => {
    await checkoutIntents.replace(U, 'slot', { ...INTENT, purchaseId: 'intent' }, undefined);
    return () => checkoutIntents.setSession(U, 'slot', 'intent', 'session');
  }),
  joined(
    'billing/stripe-events: create',
    'absent',
    async ({ stripeEventStore }) =>
      () =>
        stripeEventStore.create(EVENT),
  ),
  once(
    'billing/stripe-events: recordOnce',
    'absent',
    async ({ stripeEventStore }) =>
      () =>
        stripeEventStore.recordOnce('notification'),
  ),
  always('billing/stripe-events: finish', 'exists', async ({ stripeEventStore }) => {
    await stripeEventStore.create(EVENT);
    return () => stripeEventStore.finish(EVENT.id);
  }),
  once('low-credits/low-balance-alerts: update', 'absent; id', async (context) => {
    await createUser(context);
    const alert = await context.lowBalanceAlerts.find(U);
    return () => context.lowBalanceAlerts.update(alert, { warnBelow: 1 });
  }),
  once('low-credits/low-balance-alerts: update', 'revision; id', async (context) => {
    await createUser(context);
    await context.lowBalanceAlerts.change(U, () => ({ warnBelow: 1 }));
    const alert = await context.lowBalanceAlerts.find(U);
    return () => context.lowBalanceAlerts.update(alert, { warnBelow: 2 });
  }),
  once('low-credits/low-balance-alerts: deleteDue', 'at', async ({ lowBalanceAlerts }) => {
    await lowBalanceAlerts.setDue(U, 1);
    return () => lowBalanceAlerts.deleteDue({ userId: U, at: 1 });
  }),
  once(
    'assistants/assistant-spending: count',
    'absent; absent credits',
    async ({ assistantSpending }) =>
      () =>
        assistantSpending.count('key', { idempotencyKey: 'call', credits: 1 }, 5),
  ),
  // Create a new store for each writer, because a store remembers the keys that it has recorded.
  once(
    'access/key-use: record',
    'usedAt',
    async ({ db, clock, log }) =>
      () =>
        createKeyUseStore(db, clock, log).record('key'),
  ),
];
