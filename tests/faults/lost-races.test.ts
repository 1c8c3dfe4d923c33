import { beforeEach, expect, it } from 'vitest';
import { updatePlan } from '../../functions/billing/subscription/apply-subscription.ts';
import type { Subscription } from '../../functions/billing/adapters/stripe-subscriptions.ts';
import { getPlansOnSale } from '../../shared/model/plans/plans.ts';
import { createLowBalanceAlerts } from '../../functions/low-credits/adapters/low-balance-alerts.ts';
import { ConflictError } from '../../functions/platform/retry-on-conflict.ts';
import { routes } from '../support/routes.ts';
import { callHandler } from '../support/call.ts';
import { startFileTable } from '../support/file-table.ts';
import { type Person, createPerson } from '../support/people.ts';
import { type TestContext, testContext } from '../support/test-context.ts';

let context: TestContext;
let ada: Person;

const table = await startFileTable();
beforeEach(async () => {
  context = testContext(table);
  ada = await createPerson(context);
});

/** Creates an adapter that always loses the race: another process changes the alert first. */
function withLostRace(): TestContext['lowBalanceAlerts'] {
  const { accounts, db, lowBalanceAlerts } = context;
  const faster: typeof db = {
    ...db,
    async transact(writes) {
      await lowBalanceAlerts.update(await lowBalanceAlerts.find(ada.user.id), { askedAt: 1 });
      return db.transact(writes);
    },
  };
  return createLowBalanceAlerts(faster, accounts);
}

it('a change of an alert that always loses the race fails', async () => {
  const change = withLostRace().change(ada.user.id, () => ({ notBefore: 7 }));
  await expect(change).rejects.toThrow(ConflictError);
  expect((await context.lowBalanceAlerts.find(ada.user.id)).notBefore).toBeUndefined();
});

it('reports whether an alert has changed or its account no longer exists', async () => {
  const { accounts, db, lowBalanceAlerts } = context;
  const alert = await lowBalanceAlerts.find(ada.user.id);
  expect(await lowBalanceAlerts.update(alert, { warnBelow: 5 })).toBe('updated');
  expect(await lowBalanceAlerts.update(alert, { warnBelow: 6 })).toBe('again');
  await db.transact(accounts.deleteWrites(ada.user));
  const stored = await lowBalanceAlerts.find(ada.user.id);
  expect(await lowBalanceAlerts.update(stored, { warnBelow: 7 })).toBe('gone');
  await lowBalanceAlerts.change(ada.user.id, () => ({ warnBelow: 8 }));
  expect(await lowBalanceAlerts.find(ada.user.id)).toEqual(stored);
});

it('a settings change that always loses the race can be repeated, and raises no alarm', async () => {
  const body = { warn_below: 5, top_up: null };
  const parts = { headers: ada.headers, body };
  const deps = { ...context, lowBalanceAlerts: withLostRace() };
  const { status, headers } = await callHandler(deps, routes.saveLowCredits, parts);
  expect([status, headers?.['Retry-After']]).toEqual([429, '1']);
  expect(context.lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

it('a plan that changes at Stripe every time is not reported as written', async () => {
  const user = (await context.accounts.setCustomer(ada.user.id, 'cus_1')) ?? ada.user;
  const version = getPlansOnSale().find(({ interval }) => interval !== 'once')?.id;
  let callCount = 0;
  const listSubscriptions = async (): Promise<Subscription[]> => {
    callCount += 1;
    return callCount % 2 === 0 ? [] : [{ ...SUBSCRIPTION, version }];
  };
  const deps = { ...context, stripe: { ...context.stripe, listSubscriptions } };
  await expect(updatePlan(deps, user)).rejects.toThrow(ConflictError);
});

const SUBSCRIPTION: Subscription = {
  id: 'sub_1',
  customerId: 'cus_1',
  status: 'active',
  itemId: 'si_1',
  version: undefined,
  createdAt: 0,
  periodEnd: undefined,
  nextVersion: undefined,
  hasScheduledChange: false,
  canceledAt: undefined,
  endsAt: undefined,
  unpaid: false,
  endedByUs: false,
  stopReason: undefined,
  scheduleId: undefined,
};
