/**
 * Seconds to wait by a Retry-After header, which holds seconds or a date (RFC 9110 §10.2.3).
 * Undefined where there is no header or it cannot be read; 0 for a date that has passed.
 * @param now epoch milliseconds
 */
export function secondsOf(retryAfter: string | null, now: number): number | undefined {
  const value = retryAfter?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
