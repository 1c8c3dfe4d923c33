import type { CreditNote, Invoice } from './stripe-objects.ts';

/** A part of a line of an invoice, euro cents excluding VAT. */
export interface CreditedLine {
  readonly line: string;
  readonly cents: number;
}

/** Cents of all of them together. */
export const sumOf = (all: readonly { readonly cents: number }[]): number =>
  all.reduce((total, { cents }) => total + cents, 0);

/**
 * What a credit note over so many cents, VAT included, takes of each line of an invoice: the same
 * share as of the total, and never more than earlier ones have left. The last one takes all of it.
 */
export function creditedLines(
  { lines, netCents, vatCents }: Pick<Invoice, 'lines' | 'netCents' | 'vatCents'>,
  earlier: readonly Pick<CreditNote, 'cents' | 'lines'>[],
  cents: number,
): CreditedLine[] {
  const total = netCents + vatCents;
  const isLast = cents >= total - sumOf(earlier);
  return lines.flatMap(({ id, cents: amount }) => {
    const taken = earlier.flatMap((note) => note.lines).filter(({ line }) => line === id);
    const left = amount - sumOf(taken);
    const part = isLast ? left : Math.min(left, Math.round((amount * cents) / total));
    return part > 0 ? [{ line: id, cents: part }] : [];
  });
}
