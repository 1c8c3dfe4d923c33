import { describe, expect, it } from 'vitest';
import { planGrantedByInvoice, planGrantedBySession } from './granting.ts';
import type { CheckoutSession } from '../adapters/stripe-checkouts.ts';
import type { Invoice } from '../adapters/stripe-invoices.ts';

const line = { id: 'il_1', version: 'monthly_5000_v1', cents: 1500, proration: false, quantity: 1 };
const invoice: Invoice = {
  id: 'in_1',
  paid: true,
  open: false,
  reason: 'subscription_cycle',
  topUp: undefined,
  fromCheckout: false,
  subscriptionId: 'sub_1',
  personId: undefined,
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
    'with reason %s grants the credits of its plan',
    (reason) => {
      expect(planGrantedByInvoice({ ...invoice, reason })?.credits).toBe(5000);
    },
  );

  it.each<[string, Partial<Invoice>]>([
    ['that is not paid', { paid: false }],
    ['of a session', { subscriptionId: undefined, reason: 'manual', fromCheckout: true }],
    ['created in the dashboard', { reason: 'manual' }],
    ['with prorations only', { lines: [{ ...line, proration: true, cents: 700 }] }],
    ['without lines', { reason: 'subscription_update', lines: [] }],
    ['at another price', { lines: [{ ...line, cents: 100 }] }],
    ['for another product', { lines: [{ ...line, version: undefined }] }],
    ['for an unknown plan version', { lines: [{ ...line, version: 'monthly_1_v1' }] }],
    ['with a pack', { lines: [{ ...line, version: 'pack_1000_v1', cents: 500 }] }],
  ])('%s grants nothing', (_, changes) => {
    expect(planGrantedByInvoice({ ...invoice, ...changes })).toBeUndefined();
  });

  it('grants the plan whose full price it contains in addition to prorations of another', () => {
    const parts = { ...line, version: 'monthly_25000_v1', cents: -2000, proration: true };
    expect(planGrantedByInvoice({ ...invoice, lines: [parts, line] })?.planId).toBe('monthly_5000');
  });
});

const session: CheckoutSession = {
  id: 'cs_1',
  mode: 'payment',
  status: 'complete',
  paid: true,
  url: undefined,
  customerId: 'cus_1',
  lines: [{ version: 'pack_1000_v1', cents: 500, quantity: 1, proration: false }],
  cents: 600,
  paymentId: 'pi_1',
  invoiceId: 'in_1',
  listId: undefined,
  personId: undefined,
  createdAt: 0,
  taxMissing: false,
};

describe('a session', () => {
  it('grants the pack that was paid', () => {
    expect(planGrantedBySession(session)?.credits).toBe(1000);
  });

  it.each<[string, Partial<CheckoutSession>]>([
    ['that is not paid yet', { paid: false }],
    [
      'of a subscription, whose invoice grants the credits',
      { mode: 'subscription', lines: [line] },
    ],
    ['for another product', { lines: [{ ...line, version: undefined }] }],
    ['at another price', { lines: [{ ...line, version: 'pack_1000_v1', cents: 400 }] }],
    ['for a subscription version in payment mode', { lines: [line] }],
  ])('%s grants nothing', (_, changes) => {
    expect(planGrantedBySession({ ...session, ...changes })).toBeUndefined();
  });
});
