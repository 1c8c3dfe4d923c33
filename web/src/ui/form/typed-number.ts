import { z } from 'zod/mini';

/**
 * Parses a whole number, which may have spaces, commas, periods or apostrophes between thousands.
 * Null if empty.
 */
export const typedNumber = z.transform((text: unknown) => {
  const digits = String(text).replaceAll(/[\s,.’']/g, '');
  return digits === '' ? null : Number(digits);
});
