import { describe, expect, it } from 'vitest';
import { PLAN_TYPE } from '../../../shared/model/plan-type.ts';
import { PLAN_VERSIONS, planVersion, plansOnSale } from './plans.ts';

const sold = (type: number) =>
  plansOnSale()
    .filter((plan) => plan.type === type)
    .map(({ credits, cents }) => [credits, cents / 100]);

describe('the plans', () => {
  it('cost what was decided, in euros without VAT', () => {
    expect(sold(PLAN_TYPE.subscription)).toEqual([
      [5000, 15],
      [25_000, 50],
      [100_000, 120],
      [500_000, 500],
    ]);
    expect(sold(PLAN_TYPE.credits)).toEqual([
      [1000, 5],
      [5000, 20],
      [10_000, 30],
      [50_000, 90],
      [100_000, 150],
      [1_000_000, 1000],
    ]);
  });

  it('are versions with names of their own, each found by its id', () => {
    expect(new Set(PLAN_VERSIONS.map(({ id }) => id)).size).toBe(PLAN_VERSIONS.length);
    for (const version of PLAN_VERSIONS) expect(planVersion(version.id)).toBe(version);
    expect(planVersion('pack_1000')).toBeUndefined();
  });

  it.each(PLAN_VERSIONS)('$id is described by five to seven items, in both languages', (plan) => {
    const [en, fr] = [plan.description, plan.descriptionFr].map((text) => text.split('|'));
    expect(en?.length).toBeGreaterThanOrEqual(5);
    expect(en?.length).toBeLessThanOrEqual(7);
    expect(fr).toHaveLength(en?.length ?? 0);
    for (const item of [...(en ?? []), ...(fr ?? [])]) expect(item).toBe(item.trim());
    expect(new Set(en).size).toBe(en?.length);
  });

  it('are told with their price a thousand', () => {
    expect(planVersion('pack_1000000_v1')?.description).toContain('€1.00 per 1,000 emails');
    expect(planVersion('monthly_25000_v1')?.descriptionFr).toMatch(/2,00\s€ pour 1 000 e-mails/);
  });

  it('of a plan that has a newer version the newer one is sold, in the place of the plan', () => {
    const [first, second] = PLAN_VERSIONS;
    if (!first || !second) throw new Error('there are no plans');
    const newer = { ...first, id: `${first.planId}_v2`, cents: first.cents + 100 };
    expect(plansOnSale([first, second, newer])).toEqual([newer, second]);
  });
});
