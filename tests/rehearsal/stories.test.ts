import { expect, it } from 'vitest';
import { createBillingHarness } from '../support/billing-harness.ts';
import type { Person } from '../support/people.ts';
import { findPlanVersion } from '../../shared/model/plans/plans.ts';
import { rehearseStories, type StripeSimulator } from './stories.ts';

const stage = createBillingHarness();

/**
 * Plays the stories with the fake Stripe: customers use its pages, and the test advances its clock.
 */
function atTheFake(): StripeSimulator {
  const people = new Map<string, Person>();
  const change = async (customerId: string, version: string): Promise<void> => {
    const who = people.get(customerId) ?? (await stage.person());
    const portal = await stage.click(who, findPlanVersion(version)?.planId ?? '');
    await stage.confirm(portal);
  };
  return {
    async subscribe(version) {
      const who = await stage.person();
      const { customer } = await stage.buy(who, findPlanVersion(version)?.planId ?? '');
      await stage.deliverAll();
      people.set(String(customer), who);
      return String(customer);
    },
    upgrade: change,
    downgrade: change,
    refuseCard: (customerId) => stage.program(`customers/${customerId}/card`, { card: 'declined' }),
    async payDisputed(customer) {
      const { stripe } = stage.context();
      const [invoice] = await stripe.listInvoices({ customer });
      const payment = await stripe.findPayment(invoice?.paymentId ?? '');
      await stage.program(`charges/${payment?.chargeId}/dispute`);
      return payment?.id ?? '';
    },
    advanceMonth: () => stage.program('clock', { advance: 'P1M1D' }),
  };
}

it('every story has the expected outcome with the fake Stripe', async () => {
  const lines: string[] = [];
  const agreed = await rehearseStories(atTheFake(), stage.context().stripe, (line) =>
    lines.push(line),
  );
  expect(lines.filter((line) => line.startsWith('DIFFERENT'))).toEqual([]);
  expect(agreed).toBe(true);
});

it('a story with a different outcome is reported as a failure', async () => {
  const lines: string[] = [];
  const silent: StripeSimulator = { ...atTheFake(), upgrade: async () => undefined };
  expect(await rehearseStories(silent, stage.context().stripe, (line) => lines.push(line))).toBe(
    false,
  );
  expect(lines.slice(0, 3)).toEqual([
    'DIFFERENT: an upgrade bills one full price',
    '  expected: subscription_update paid, lines: 5000, grants monthly_25000_v1',
    '  seen:     subscription_create paid, lines: 1500, grants monthly_5000_v1',
  ]);
});
