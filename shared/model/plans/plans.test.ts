import { describe, expect, it } from 'vitest';
import { type PlanInterval, PLAN_TYPE } from './plan-type.ts';
import {
  describePlan,
  isMoreExpensive,
  PLAN_VERSIONS,
  findPlanVersion,
  getPlansOnSale,
} from './plans.ts';

const sold = (interval: PlanInterval) =>
  getPlansOnSale()
    .filter((plan) => plan.interval === interval)
    .map(({ credits, cents }) => [credits, cents / 100]);

describe('plans', () => {
  it('have the agreed prices, in euros without VAT', () => {
    expect(sold('month')).toEqual([
      [5000, 15],
      [25_000, 50],
      [100_000, 120],
      [500_000, 500],
    ]);
    expect(sold('year')).toEqual([
      [60_000, 150],
      [300_000, 500],
      [1_200_000, 1200],
      [6_000_000, 5000],
    ]);
    expect(sold('once')).toEqual([
      [1000, 5],
      [5000, 20],
      [10_000, 30],
      [50_000, 90],
      [100_000, 150],
      [1_000_000, 1000],
    ]);
  });

  it('have versions with unique ids', () => {
    expect(new Set(PLAN_VERSIONS.map(({ id }) => id)).size).toBe(PLAN_VERSIONS.length);
    for (const version of PLAN_VERSIONS) expect(findPlanVersion(version.id)).toBe(version);
    expect(findPlanVersion('pack_1000')).toBeUndefined();
  });

  it.each(PLAN_VERSIONS)('$id has the type of its interval', ({ type, interval }) => {
    expect(type).toBe(interval === 'once' ? PLAN_TYPE.credits : PLAN_TYPE.subscription);
  });

  it("include at most ten subscriptions, the portal's limit", () => {
    expect(sold('month').length + sold('year').length).toBeLessThanOrEqual(10);
  });

  it.each(PLAN_VERSIONS)('$id is described by five to seven items in both languages', (plan) => {
    const [en, fr] = [plan.description, plan.descriptionFr].map((text) => text.split('|'));
    expect(en?.length).toBeGreaterThanOrEqual(5);
    expect(en?.length).toBeLessThanOrEqual(7);
    expect(fr).toHaveLength(en?.length ?? 0);
    for (const item of [...(en ?? []), ...(fr ?? [])]) expect(item).toBe(item.trim());
    expect(new Set(en).size).toBe(en?.length);
  });

  it('are described with their price per thousand', () => {
    const [pack, monthly] = [
      findPlanVersion('pack_1000000_v1'),
      findPlanVersion('monthly_25000_v1'),
    ];
    if (!pack || !monthly) throw new Error('a plan is missing');
    const text = describePlan(pack, 'en', 'excluded');
    expect(text).toContain('|€1.00 excl. VAT per 1,000 emails|');
    expect(describePlan(pack, 'en', 'not_applicable')).toContain('|€1.00 per 1,000 emails|');
    expect(describePlan(monthly, 'fr', 'excluded')).toMatch(/\|2,00\s€ HT pour 1 000 e-mails\|/);
  });

  it('are sold in their newest version, at the same position', () => {
    const [first, second] = PLAN_VERSIONS;
    if (!first || !second) throw new Error('a plan is missing');
    const newer = { ...first, id: `${first.planId}_v2`, cents: first.cents + 100 };
    expect(getPlansOnSale([first, second, newer])).toEqual([newer, second]);
  });
});

it.each([
  [5000, 2001, true],
  [4999, 2000, true],
  [5000, 2000, false],
  [6000, 1999, false],
])('%i credits for %i cents after 5,000 for 2,000: dearer is %s', (credits, cents, dearer) =>
  expect(isMoreExpensive({ credits, cents }, { credits: 5000, cents: 2000 })).toBe(dearer),
);
