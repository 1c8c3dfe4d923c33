/**
 * Parses a Retry-After header, which contains seconds or a date (RFC 9110 §10.2.3). Returns
 * seconds; undefined if it is missing or malformed; 0 for a past date.
 * @param now epoch milliseconds
 */
export function secondsOf(retryAfter: string | null, now: number): number | undefined {
  const value = retryAfter?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
