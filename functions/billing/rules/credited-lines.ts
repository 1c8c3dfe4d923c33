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

export const totalCents = (all: readonly { readonly cents: number }[]): number =>
  all.reduce((total, { cents }) => total + cents, 0);

/**
 * Splits a credit note of `cents` (VAT included) across the lines of an invoice: the same share of
 * what earlier notes have left of each line, or all of it for the last note. A custom line of a
 * note made in the dashboard reduces the invoice, but none of the invoice's lines.
 */
export function creditedLines(
  { lines, netCents, vatCents }: CreditedInvoice,
  earlier: readonly { readonly lines: readonly CreditedLine<string | undefined>[] }[],
  cents: number,
): CreditedLine[] {
  const credited = earlier.flatMap((note) => note.lines);
  const remaining = lines.map(({ id, cents: amount }) => ({
    line: id,
    cents: amount - totalCents(credited.filter(({ line }) => line === id)),
  }));
  // Remaining amount of all lines, after discounts and including VAT.
  const total = ((netCents + vatCents) * totalCents(remaining)) / totalCents(lines);
  const share = total - cents < 1 ? 1 : cents / total;
  let sum = 0;
  return remaining.flatMap(({ line, cents: lineCents }) => {
    // The sum is rounded, not each line, so that the rounding errors of lines do not accumulate.
    const before = Math.round(sum * share);
    sum += lineCents;
    const part = Math.round(sum * share) - before;
    return part > 0 ? [{ line, cents: part }] : [];
  });
}
