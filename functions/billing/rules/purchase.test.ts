import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countsAsPaid,
  disputeStateOf,
  creditsHeldByDispute,
  type Purchase,
  creditsToRevoke,
  billingStatusOf,
} from './purchase.ts';

const SEED = 20241010;
const purchase: Purchase = {
  id: '1',
  userId: 'u',
  source: 'cs:1',
  version: 'pack_1000_v1',
  credits: 1000,
  cents: 500,
  refunded: 0,
  revoked: 0,
  disputes: {},
  date: '2026-01-01T00:00:00.000Z',
  revision: 0,
};
const disputed = (state: 'held' | 'released' | 'lost'): Purchase => ({
  ...purchase,
  disputes: { dp_1: state },
});

describe(`the share of credits taken back (seed ${SEED})`, () => {
  it('equals the refunded share of the money, rounded down, and is all for a full refund', () => {
    expect([0, 1, 167, 499, 500].map((cents) => creditsToRevoke(purchase, cents))).toEqual([
      0, 2, 334, 998, 1000,
    ]);
    expect(creditsToRevoke({ ...purchase, cents: 0 }, 0)).toBe(0);
    expect(creditsToRevoke(disputed('lost'), 0)).toBe(1000);
  });

  it('covers refunds and lost disputes together; an open dispute holds its part', () => {
    const parts: Purchase = {
      ...purchase,
      refunded: 1,
      disputes: { dp_1: 'lost', dp_2: 'held', dp_3: 'released' },
      disputed: { dp_1: 2, dp_2: 333, dp_3: 400 },
    };
    expect(creditsToRevoke(parts, 1)).toBe(6);
    expect([
      creditsHeldByDispute(parts, 10),
      creditsHeldByDispute(parts, 164),
      creditsHeldByDispute(parts, 500),
    ]).toEqual([20, 328, 328]);
    expect(countsAsPaid({ ...parts, refunded: 497 })).toBe(true);
    expect(countsAsPaid({ ...parts, refunded: 498 })).toBe(false);
  });

  it('excludes refunds that leave the credits with the customer', () => {
    const defect: Purchase = { ...purchase, refunded: 200, kept: 200 };
    expect([creditsToRevoke(defect, 200), creditsToRevoke(defect, 300)]).toEqual([0, 200]);
    expect(creditsHeldByDispute(defect, 300)).toBe(600);
    expect(countsAsPaid({ ...defect, refunded: 500, kept: 500 })).toBe(true);
    expect(countsAsPaid({ ...defect, refunded: 500, kept: 0 })).toBe(false);
  });

  it('never shrinks as refunds grow, and never exceeds the granted credits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 200_000 }),
        fc.nat(300_000),
        fc.nat(300_000),
        (credits, cents, a, b) => {
          const bought = { ...purchase, credits, cents };
          const [less, more] = [Math.min(a, b), Math.max(a, b)];
          expect(creditsToRevoke(bought, less)).toBeLessThanOrEqual(creditsToRevoke(bought, more));
          expect(creditsToRevoke(bought, more)).toBeLessThanOrEqual(credits);
          expect(creditsToRevoke(bought, cents)).toBe(credits);
        },
      ),
      { seed: SEED },
    );
  });
});

it.each([
  [purchase, 'paid', true],
  [{ ...purchase, refunded: 499 }, 'partially_refunded', true],
  [{ ...purchase, refunded: 500 }, 'refunded', false],
  [{ ...purchase, cents: 0 }, 'paid', true],
  [disputed('held'), 'disputed', true],
  [disputed('released'), 'paid', true],
  [disputed('lost'), 'disputed', false],
] as const)('gives purchase %o the status %s', (given, status, paid) => {
  expect([billingStatusOf(given), countsAsPaid(given)]).toEqual([status, paid]);
});

it.each([
  ['needs_response', 'held'],
  ['under_review', 'held'],
  ['warning_needs_response', 'released'],
  ['a status of tomorrow', 'held'],
  ['won', 'released'],
  ['warning_closed', 'released'],
  ['lost', 'lost'],
])('maps dispute status %s to %s', (status, state) => {
  expect(disputeStateOf(status)).toBe(state);
});

it('a lost dispute stays lost until it is won, and an appeal leaves a decision as it is', () => {
  const after = (status: string) => disputeStateOf(status, 'lost');
  expect(after('needs_response')).toBe('lost');
  expect(after('appeal_under_review')).toBe('lost');
  expect(after('won')).toBe('released');
  expect(disputeStateOf('needs_response', 'released')).toBe('held');
});
