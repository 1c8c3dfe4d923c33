import { z } from 'zod/mini';

/**
 * Parses a whole number, which may have spaces, commas, periods or apostrophes between thousands.
 * Returns null for an empty field. Keeps decimals, so that the form rejects `1.5` instead of
 * reading 15.
 */
export function parseTypedNumber(text: unknown): number | null {
  const digits = String(text)
    .trim()
    .replaceAll(/[\s,.’'](?=\d{3}(?!\d))/g, '');
  return digits === '' ? null : Number(digits);
}

export const typedNumberSchema = z.transform(parseTypedNumber);
