/** Retention of tombstones in years, for claims about a closed account. */
export const TOMBSTONE_RETENTION_YEARS = 5;
/** Retention of accounting records in years: invoices, payments and the credits they paid for. */
export const ACCOUNTING_RETENTION_YEARS = 10;

/** A time whole years after an ISO 8601 date, in epoch seconds for DynamoDB's `ttl`. */
export function ttlYearsAfter(date: string, years: number): number {
  const end = new Date(date);
  end.setUTCFullYear(end.getUTCFullYear() + years);
  return Math.ceil(end.getTime() / 1000);
}
