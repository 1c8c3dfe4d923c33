/** Years for which a tombstone is kept: claims about an account that is no more. */
export const CLOSED_YEARS = 5;
/** Years for which bookkeeping is kept: invoices, payments and the credits they paid for. */
export const ACCOUNTING_YEARS = 10;

/** A moment whole years after an ISO 8601 date, in epoch seconds, as DynamoDB's `ttl` wants it. */
export function yearsAfter(date: string, years: number): number {
  const end = new Date(date);
  end.setUTCFullYear(end.getUTCFullYear() + years);
  return Math.ceil(end.getTime() / 1000);
}
