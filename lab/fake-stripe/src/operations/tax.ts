import type { Account } from '../model/account.ts';
import { fromFixture } from '../model/objects.ts';
import type { Invoice } from '../model/state.ts';

interface Taxable {
  readonly customer: string | null;
  readonly automatic_tax: { readonly enabled: boolean };
}

type Tax = NonNullable<Invoice['total_taxes']>[number];

/**
 * Computes VAT on a net amount, for a seller registered only in France. A company with a VAT number
 * of another member state owes the VAT itself (reverse charge); other foreign customers pay none
 * (docs.stripe.com/tax/zero-tax).
 */
export function computeTaxes(
  { state }: Account,
  { customer, automatic_tax }: Taxable,
  taxable_amount: number,
): Tax[] {
  if (!automatic_tax.enabled) return [];
  const country = state.customers[customer ?? '']?.address?.country ?? 'FR';
  const isCompany = Object.values(state.taxIds).some(
    (each) => each.customer === customer && each.type === 'eu_vat' && each.country === country,
  );
  const [rate, taxability_reason] =
    country === 'FR'
      ? ([0.2, 'standard_rated'] as const)
      : ([0, isCompany ? 'reverse_charge' : 'not_collecting'] as const);
  const amount = Math.round(taxable_amount * rate);
  return [fromFixture('tax', { amount, taxable_amount, taxability_reason })];
}

export const computeGrossAmount = (account: Account, taxed: Taxable, net: number): number =>
  computeTaxes(account, taxed, net).reduce((sum, { amount }) => sum + amount, net);

export const subtractDiscount = (
  { state }: Account,
  amount: number,
  discount: string | undefined,
): number => amount - Math.round((amount * (state.discounts[discount ?? ''] ?? 0)) / 100);
