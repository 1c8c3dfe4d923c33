import type { CreditNote, Invoice } from '../adapters/stripe-invoices.ts';
import type { BillingDeps } from '../deps.ts';
import { paymentReferenceOf, toStoredInvoice } from '../rules/purchase.ts';
import { updatePurchase } from '../purchase/update-purchase.ts';

/**
 * Records an invoice on the purchase that it bills.
 * @param listNotes lists the invoice's credit notes, to record them too. Called after the purchase
 *   was read, so that an older list never overwrites a newer one
 */
export async function recordDocuments(
  deps: Pick<BillingDeps, 'accounts' | 'apiKeys' | 'purchases'>,
  invoice: Invoice,
  listNotes?: () => Promise<readonly CreditNote[]>,
): Promise<'done' | 'skipped'> {
  return updatePurchase(deps, paymentReferenceOf(invoice), async (purchase) => {
    const { invoice: recorded, creditNotes = [] } = purchase;
    const isRecorded = recorded?.id === invoice.id && recorded.number === invoice.number;
    // Credit notes issued before payment do not reduce the amount paid.
    const paidNotes =
      (await listNotes?.())
        ?.filter((note) => note.paidCents > 0)
        .map(({ id, number, paidCents: cents }) => ({ id, number, cents })) ?? creditNotes;
    const isSame = paidNotes.map(({ id }) => id).join() === creditNotes.map(({ id }) => id).join();
    if (isRecorded && isSame) return false;
    await deps.purchases.update(purchase, {
      invoice: toStoredInvoice(invoice),
      creditNotes: paidNotes,
    });
    return true;
  });
}
