import type { Account } from '../model/account.ts';
import { shaped } from '../model/objects.ts';
import type { Customer, Invoice } from '../model/state.ts';

/** Whether tax is computed, as sessions, subscriptions and invoices say it. */
export type Taxed = { readonly enabled: boolean };
type Tax = NonNullable<Invoice['total_taxes']>[number];

/**
 * The value-added tax on a price without it, of a seller who is registered in France alone: a
 * company with a number of another member state owes it itself, elsewhere none is collected
 * (docs.stripe.com/tax/zero-tax).
 */
export function taxesOn(
  account: Account,
  customer: Customer,
  taxable_amount: number,
  taxed: Taxed,
): Tax[] {
  if (!taxed.enabled) return [];
  const country = customer.address?.country ?? 'FR';
  const isCompany = Object.values(account.state.taxIds).some(
    (each) => each.customer === customer.id && each.type === 'eu_vat' && each.country === country,
  );
  const [rate, taxability_reason] =
    country === 'FR'
      ? ([0.2, 'standard_rated'] as const)
      : ([0, isCompany ? 'reverse_charge' : 'not_collecting'] as const);
  const amount = Math.round(taxable_amount * rate);
  return [shaped('tax', { amount, taxable_amount, taxability_reason })];
}

/** Cents of it. */
export const taxOn = (account: Account, customer: Customer, amount: number, taxed: Taxed): number =>
  taxesOn(account, customer, amount, taxed).reduce((sum, tax) => sum + tax.amount, 0);

/** Cents that a discount leaves of an amount. */
export const netOf = ({ state }: Account, amount: number, discount: string | undefined): number =>
  amount - Math.round((amount * (state.discounts[discount ?? ''] ?? 0)) / 100);

/** How Stripe shows whether it computes the tax. */
export const taxFields = (enabled: boolean) => ({
  enabled,
  liability: enabled ? ({ type: 'self' } as const) : null,
});
