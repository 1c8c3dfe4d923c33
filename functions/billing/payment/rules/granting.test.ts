import { describe, expect, it } from 'vitest';
import { planOfInvoice, planOfSession } from './granting.ts';
import type { CheckoutSession, Invoice } from '../../adapters/stripe-mapping.ts';

const line = { id: 'il_1', version: 'monthly_5000_v1', cents: 1500, proration: false, quantity: 1 };
const invoice: Invoice = {
  id: 'in_1',
  paid: true,
  open: false,
  reason: 'subscription_cycle',
  topUp: undefined,
  ofSession: false,
  subscriptionId: 'sub_1',
  customerId: 'cus_1',
  cents: 1800,
  paymentId: 'pi_1',
  paidAt: 0,
  lines: [line],
  taxMissing: false,
  untaxedCountry: undefined,
  number: 'TAMIS-1',
  netCents: 1500,
  vatCents: 300,
  creditedCents: 0,
  page: undefined,
  pdf: undefined,
};

describe('an invoice', () => {
  it.each(['subscription_create', 'subscription_cycle', 'subscription_update'])(
    'by %s brings the credits of its plan',
    (reason) => {
      expect(planOfInvoice({ ...invoice, reason })?.credits).toBe(5000);
    },
  );

  it.each<[string, Partial<Invoice>]>([
    ['that is not paid', { paid: false }],
    ['of a session', { subscriptionId: undefined, reason: 'manual', ofSession: true }],
    ['made by hand', { reason: 'manual' }],
    ['with parts of a price alone', { lines: [{ ...line, proration: true, cents: 700 }] }],
    ['of nothing', { reason: 'subscription_update', lines: [] }],
    ['at another price', { lines: [{ ...line, cents: 100 }] }],
    ['of somebody else', { lines: [{ ...line, version: undefined }] }],
    ['of a version that never was', { lines: [{ ...line, version: 'monthly_1_v1' }] }],
    ['with a pack', { lines: [{ ...line, version: 'pack_1000_v1', cents: 500 }] }],
  ])('%s brings none', (_, changes) => {
    expect(planOfInvoice({ ...invoice, ...changes })).toBeUndefined();
  });

  it('of a year brings all its credits at once', () => {
    const lines = [{ ...line, version: 'yearly_60000_v1', cents: 15_000 }];
    expect(planOfInvoice({ ...invoice, lines })?.credits).toBe(60_000);
  });

  it('with a discount brings them all, since its lines tell the price before it', () => {
    const free: Invoice = { ...invoice, cents: 0, paymentId: undefined };
    expect(planOfInvoice(free)?.credits).toBe(5000);
  });

  it('brings the plan whose full price stands beside parts of another', () => {
    const parts = { ...line, version: 'monthly_25000_v1', cents: -2000, proration: true };
    expect(planOfInvoice({ ...invoice, lines: [parts, line] })?.planId).toBe('monthly_5000');
  });
});

const session: CheckoutSession = {
  id: 'cs_1',
  mode: 'payment',
  status: 'complete',
  paid: true,
  url: undefined,
  customerId: 'cus_1',
  version: 'pack_1000_v1',
  cents: 600,
  paymentId: 'pi_1',
  invoiceId: 'in_1',
  createdAt: 0,
  taxMissing: false,
};

describe('a session', () => {
  it('brings the pack that was paid in it', () => {
    expect(planOfSession(session)?.credits).toBe(1000);
  });

  it.each<[string, Partial<CheckoutSession>]>([
    ['that waits for the money', { paid: false }],
    ['of a subscription, whose invoice does', { mode: 'subscription', version: 'monthly_5000_v1' }],
    ['of somebody else', { version: undefined }],
    ['for a subscription at once', { version: 'monthly_5000_v1' }],
  ])('%s brings none', (_, changes) => {
    expect(planOfSession({ ...session, ...changes })).toBeUndefined();
  });
});
