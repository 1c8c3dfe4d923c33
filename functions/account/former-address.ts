import { createHmac } from 'node:crypto';
import type { Secrets } from '../platform/secrets/secrets.ts';

const PURPOSE = 'closed-account';

const hmacOf = (key: Uint8Array, address: string): string =>
  createHmac('sha256', key).update(address).digest('hex');

/**
 * What is kept of the address of a closed account: it tells whether the address had one, to whoever
 * holds the secret.
 * @param address in its normal form
 */
export const formerAddressHmac = async (secrets: Secrets, address: string): Promise<string> =>
  hmacOf(await secrets.key(PURPOSE), address);

/** The same, and what it was under the secret before, where that was replaced. */
export const formerAddressHmacs = async (
  secrets: Secrets,
  address: string,
): Promise<readonly string[]> => (await secrets.keys(PURPOSE)).map((key) => hmacOf(key, address));
