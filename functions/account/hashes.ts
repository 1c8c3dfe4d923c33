import { createHmac, hash } from 'node:crypto';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { mailboxOf } from './rules/mailbox.ts';

/** What is counted or stored in the place of an address or a token. All are in hex. */

/** Names an address in counters, in whatever spelling it has there, without telling it. */
export const addressHash = (address: string): string => hash('sha256', address.toLowerCase());

/** What is stored of the token of a reset link: from the hash alone nobody can use it. */
export const resetTokenHash = (token: string): string => hash('sha256', token);

const PURPOSE = 'closed-account';

const hmacOf = (key: Uint8Array, address: string): string =>
  createHmac('sha256', key).update(address).digest('hex');

/**
 * What is kept of the mailbox of an address: it tells whether the mailbox had welcome credits or an
 * account, to the one who holds the secret.
 * @param address in its normal form
 */
export const formerAddressHmac = async (secrets: Secrets, address: string): Promise<string> =>
  hmacOf(await secrets.key(PURPOSE), mailboxOf(address));

/** The same, also of the address as it is, and under the secret before, where that was replaced. */
export const formerAddressHmacs = async (
  secrets: Secrets,
  address: string,
): Promise<readonly string[]> => {
  const keys = await secrets.keys(PURPOSE);
  const names = new Set([mailboxOf(address), address]);
  return [...names].flatMap((name) => keys.map((key) => hmacOf(key, name)));
};
