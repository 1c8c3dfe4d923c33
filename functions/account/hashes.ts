import { createHmac, hash } from 'node:crypto';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { mailboxOf } from './rules/mailbox.ts';

/** Used as the key of an address in rate limits, which must not reveal the address. */
export const hashAddress = (address: string): string => hash('sha256', address.toLowerCase());

/** Stored instead of a reset token, because the hash cannot be used as a token. */
export const hashResetToken = (token: string): string => hash('sha256', token);

const CLOSED_ACCOUNT_PURPOSE = 'closed-account';

const hmacOf = (key: Uint8Array, address: string): string =>
  createHmac('sha256', key).update(address).digest('hex');

/**
 * Returns the HMAC that is stored in place of a mailbox. Only a holder of our secret can check
 * whether a given mailbox had welcome credits or an account.
 * @param address in normal form
 */
export const computeFormerAddressHmac = async (
  secrets: Secrets,
  address: string,
): Promise<string> => hmacOf(await secrets.key(CLOSED_ACCOUNT_PURPOSE), mailboxOf(address));

/**
 * Returns an HMAC by which the welcome credits of a domain are counted without storing the domain.
 */
export const computeGiftDomainHmac = async (secrets: Secrets, domain: string): Promise<string> =>
  hmacOf(await secrets.key(CLOSED_ACCOUNT_PURPOSE), domain);

/** Returns the HMACs of an address and of its mailbox, with the current and the previous secret. */
export const computeFormerAddressHmacs = async (
  secrets: Secrets,
  address: string,
): Promise<readonly string[]> => {
  const keys = await secrets.keys(CLOSED_ACCOUNT_PURPOSE);
  const addresses = new Set([mailboxOf(address), address]);
  return [...addresses].flatMap((name) => keys.map((key) => hmacOf(key, name)));
};
