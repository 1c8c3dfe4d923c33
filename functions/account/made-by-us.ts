import { isSameText } from '../platform/same-text.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';

/**
 * Whether a text is the one that a key of the purpose makes: that of the secret in use or, where it
 * was replaced, of the one before. The former key is read only when the present one does not match.
 * @param make the text for a key
 */
export async function isMadeByUs(
  secrets: Secrets,
  purpose: string,
  given: string,
  make: (key: Uint8Array) => string,
): Promise<boolean> {
  if (given === '') return false;
  const isOf = (key: Uint8Array): boolean => isSameText(given, make(key));
  return isOf(await secrets.key(purpose)) || (await secrets.keys(purpose)).some(isOf);
}
