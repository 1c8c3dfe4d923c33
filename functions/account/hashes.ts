import { createHmac, hash } from 'node:crypto';
import type { Secrets } from '../platform/secrets/secrets.ts';

/** What is counted or stored in the place of an address or a token. All are in hex. */

/** Names an address in counters, in whatever spelling it has there, without telling it. */
export const addressHash = (address: string): string => hash('sha256', address.toLowerCase());

/** What is stored of the token of a reset link: from the hash alone nobody can use it. */
export const resetTokenHash = (token: string): string => hash('sha256', token);

const PURPOSE = 'closed-account';

const hmacOf = (key: Uint8Array, address: string): string =>
  createHmac('sha256', key).update(address).digest('hex');

/**
 * What is kept of the address of a closed account: with the secret it tells whether the address
 * had one.
 * @param address in its normal form
 */
export const formerAddressHmac = async (secrets: Secrets, address: string): Promise<string> =>
  hmacOf(await secrets.key(PURPOSE), address);

/** The same, and what it was under the secret before, where that was replaced. */
export const formerAddressHmacs = async (
  secrets: Secrets,
  address: string,
): Promise<readonly string[]> => (await secrets.keys(PURPOSE)).map((key) => hmacOf(key, address));
