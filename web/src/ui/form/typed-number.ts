import { z } from 'zod/mini';

/** A number as it is typed, with spaces or commas between the thousands; null where it is empty. */
export const typedNumber = z.transform((text: unknown) => {
  const digits = String(text).replaceAll(/[\s,.’']/g, '');
  return digits === '' ? null : Number(digits);
});
