import { expect, it } from 'vitest';
import type { PlanInterval } from '../../../../shared/model/plans/plan-type.ts';
import { nextPayment, classifyPlanChange } from './change-plan.tsx';

const PLAN = {
  id: 'monthly_25000',
  past_due: false,
  renews_at: '2026-12-20T09:00:00.000Z',
  ends_at: null,
  changes_to: null,
};

it.each([
  ['larger', {}, 12_000],
  ['larger', {}, 15_000, 'year'],
  ['smaller', {}, 1500],
  ['pastDue', { past_due: true }, 12_000],
  ['ending', { ends_at: '2026-12-20T09:00:00.000Z', renews_at: null }, 12_000],
  ['scheduled', { changes_to: 'monthly_5000' }, 12_000],
] as const)(
  'classifies a change as %s',
  (kind, state, price_cents, interval: PlanInterval = 'month') => {
    const current = { interval: 'month', price_cents: 5000 } as const;
    expect(classifyPlanChange({ ...PLAN, ...state }, current, { interval, price_cents })).toBe(
      kind,
    );
  },
);

it('starts a monthly plan after the paid year, whatever its price', () => {
  const year = { interval: 'year', price_cents: 15_000 } as const;
  const month = { interval: 'month', price_cents: 50_000 } as const;
  expect(classifyPlanChange(PLAN, year, month)).toBe('smaller');
});

it.each([
  ['2026-11-22T14:00:00Z', 'month', '2026-12-22T14:00:00Z'],
  ['2026-01-31T10:00:00Z', 'month', '2026-02-28T10:00:00Z'],
  ['2027-12-31T23:30:00Z', 'month', '2028-01-31T23:30:00Z'],
  ['2028-02-29T10:00:00Z', 'year', '2029-02-28T10:00:00Z'],
] as const)(
  'a plan that starts at %s is paid again after a %s, at %s',
  (moment, interval, next) => {
    expect(nextPayment(new Date(moment), interval)).toEqual(new Date(next));
  },
);
