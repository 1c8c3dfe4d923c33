/** Amount credited on one invoice line, in euro cents excluding VAT. */
export interface CreditedLine<Line = string> {
  readonly line: Line;
  readonly cents: number;
}

interface CreditedInvoice {
  readonly lines: readonly { readonly id: string; readonly cents: number }[];
  readonly netCents: number;
  readonly vatCents: number;
}

export const sumCents = (all: readonly { readonly cents: number }[]): number =>
  all.reduce((total, { cents }) => total + cents, 0);

/**
 * Splits a credit note of `cents` (including VAT) across the lines of an invoice. Each line gets
 * the same share of its remainder after earlier notes; the last note gets everything that is left.
 * A custom line of a note made in the dashboard reduces the total of the invoice, but no particular
 * line.
 */
export function splitCreditNote(
  { lines, netCents, vatCents }: CreditedInvoice,
  earlier: readonly { readonly lines: readonly CreditedLine<string | undefined>[] }[],
  cents: number,
): CreditedLine[] {
  const credited = earlier.flatMap((note) => note.lines);
  const remaining = lines.map(({ id, cents: amount }) => ({
    line: id,
    cents: amount - sumCents(credited.filter(({ line }) => line === id)),
  }));
  // Remaining amount of all lines, after discounts and including VAT.
  const total = ((netCents + vatCents) * sumCents(remaining)) / sumCents(lines);
  const share = total - cents < 1 ? 1 : cents / total;
  let sum = 0;
  return remaining.flatMap(({ line, cents: lineCents }) => {
    // Round the running sum instead of each line, so that rounding errors do not accumulate.
    const before = Math.round(sum * share);
    sum += lineCents;
    const part = Math.round(sum * share) - before;
    return part > 0 ? [{ line, cents: part }] : [];
  });
}
