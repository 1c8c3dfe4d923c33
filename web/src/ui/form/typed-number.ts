import { z } from 'zod/mini';

/** Accepts spaces or commas between thousands; null if empty. */
export const typedNumber = z.transform((text: unknown) => {
  const digits = String(text).replaceAll(/[\s,.’']/g, '');
  return digits === '' ? null : Number(digits);
});
