import { expect, it } from 'vitest';
import { createBillingHarness } from '../../../tests/support/billing-harness.ts';
import type { Person } from '../../../tests/support/people.ts';
import { planChangeStartsImmediately } from '../../../shared/model/plans/plan-type.ts';
import { getPlansOnSale } from '../../../shared/model/plans/plans.ts';

const stage = createBillingHarness();

/** Longer than a month: after the 31st, eleven months can end three days earlier in their month. */
const LAST_MONTH = 'P35D';

const change = async (ada: Person, planId: string): Promise<string> => {
  const portal = await stage.click(ada, planId);
  const flow = JSON.stringify(stage.portalSession(portal)?.['flow']);
  await stage.confirm(portal);
  return flow;
};
const credits = async (ada: Person): Promise<number> => (await stage.balance(ada)).available;

it('grants all credits of a year at once, and again a year later', async () => {
  const ada = await stage.person();
  const session = await stage.buy(ada, 'yearly_60000');
  await stage.deliverAll();
  expect(session.amount_total).toBe(15_000);
  expect(await credits(ada)).toBe(60_000);
  await stage.advance('P11M');
  expect(await credits(ada)).toBe(60_000);
  await stage.advance(LAST_MONTH);
  expect(await credits(ada)).toBe(120_000);
  expect(await stage.user(ada)).toMatchObject({ planId: 'yearly_60000', renewal: { ends: false } });
});

it('changes from monthly to yearly immediately, and back when the year is over', async () => {
  const ada = await stage.person();
  await stage.buy(ada, 'monthly_5000');
  await stage.deliverAll();
  expect(await change(ada, 'yearly_60000')).toContain('purchase=ok');
  expect(await credits(ada)).toBe(65_000);
  // A shorter interval is a downgrade, even though this plan costs more than the yearly one.
  expect(await change(ada, 'monthly_500000')).toContain('plan=changed');
  await stage.advance('P11M');
  expect(await credits(ada)).toBe(65_000);
  expect(await stage.user(ada)).toMatchObject({
    planId: 'yearly_60000',
    renewal: { changesTo: 'monthly_500000' },
  });
  await stage.advance(LAST_MONTH);
  expect(await credits(ada)).toBe(565_000);
  expect(await stage.user(ada)).toMatchObject({ planId: 'monthly_500000' });
});

it('announces a change that is not immediate, for every pair of plans', () => {
  const plans = getPlansOnSale().filter(({ interval }) => interval !== 'once');
  for (const from of plans)
    for (const to of plans) {
      const shorter = from.interval === 'year' && to.interval === 'month';
      expect(planChangeStartsImmediately(from, to)).toBe(!shorter && to.cents >= from.cents);
    }
});
