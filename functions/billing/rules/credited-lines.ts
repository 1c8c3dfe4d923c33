/** A part of a line of an invoice, euro cents excluding VAT. */
export interface CreditedLine<Line = string> {
  readonly line: Line;
  readonly cents: number;
}

interface CreditedInvoice {
  readonly lines: readonly { readonly id: string; readonly cents: number }[];
  readonly netCents: number;
  readonly vatCents: number;
}

/** Cents of all of them together. */
export const sumOf = (all: readonly { readonly cents: number }[]): number =>
  all.reduce((total, { cents }) => total + cents, 0);

/**
 * What a credit note over so many cents, VAT included, takes of each line of an invoice: the same
 * share of all that earlier ones have left, and the last one all of it. One with a line of its own,
 * as somebody makes in the dashboard, leaves more of the lines than of the invoice.
 */
export function creditedLines(
  { lines, netCents, vatCents }: CreditedInvoice,
  earlier: readonly { readonly lines: readonly CreditedLine<string | undefined>[] }[],
  cents: number,
): CreditedLine[] {
  const credited = earlier.flatMap((note) => note.lines);
  const left = lines.map(({ id, cents: amount }) => ({
    line: id,
    cents: amount - sumOf(credited.filter(({ line }) => line === id)),
  }));
  // What is left of them comes to so much, after discounts and with VAT.
  const total = ((netCents + vatCents) * sumOf(left)) / sumOf(lines);
  return left.flatMap(({ line, cents: most }) => {
    const part = total - cents < 1 ? most : Math.round((most * cents) / total);
    return part > 0 ? [{ line, cents: part }] : [];
  });
}
