/** How long the tombstone of a closed account is kept, in years, in case of claims. */
export const TOMBSTONE_RETENTION_YEARS = 5;
/** How many years invoices, payments and the credits they paid for are kept. */
export const ACCOUNTING_RETENTION_YEARS = 10;

/** Returns the time `years` after an ISO 8601 date, in epoch seconds as in DynamoDB's `ttl`. */
export function ttlYearsAfter(date: string, years: number): number {
  const end = new Date(date);
  end.setUTCFullYear(end.getUTCFullYear() + years);
  return Math.ceil(end.getTime() / 1000);
}
