import { createHmac } from 'node:crypto';
import { readAddress } from '../../../packages/verifier/src/address/read-address.ts';
import type { Db, Item } from './db.ts';
import type { Key } from './key.ts';
import type { Secrets } from '../secrets/secrets.ts';

/**
 * Returns a function that computes the HMACs by which a user's records identify an address without
 * storing it. The HMACs are equal for all spellings of a mailbox and differ between users. The
 * first HMAC uses the current secret. If the secret was replaced, a second HMAC uses the previous
 * one.
 */
export async function createAddressHmacs(
  secrets: Pick<Secrets, 'keys'>,
  userId: string,
  purpose: 'address' | 'former-member' = 'address',
): Promise<(address: string) => readonly string[]> {
  const keys = await secrets.keys(purpose);
  return (address) => {
    const mailbox = readAddress(address)?.key ?? address.toLowerCase();
    return keys.map((key) =>
      createHmac('sha256', key).update(`${userId}|${mailbox}`).digest('base64url'),
    );
  };
}

/**
 * Returns the items that exist, by address.
 * @param keyOf returns the key of an item from an address's HMAC
 */
export async function findItemsByAddress(
  db: Db,
  secrets: Secrets,
  userId: string,
  addresses: readonly string[],
  keyOf: (hmac: string) => Key,
): Promise<Map<string, Item>> {
  const hmacsOf = await createAddressHmacs(secrets, userId);
  const keysByAddress = new Map(
    addresses.map((address) => [address, hmacsOf(address).map((hmac) => keyOf(hmac).SK)]),
  );
  const sortKeys = new Set([...keysByAddress.values()].flat());
  const { PK } = keyOf('');
  const items = await db.batchGet(Array.from(sortKeys, (SK) => ({ PK, SK })));
  const bySortKey = new Map(items.map((item) => [item['SK'], item]));
  const found = new Map<string, Item>();
  for (const [address, keys] of keysByAddress) {
    const item = keys.map((SK) => bySortKey.get(SK)).find((each) => each !== undefined);
    if (item) found.set(address, item);
  }
  return found;
}
