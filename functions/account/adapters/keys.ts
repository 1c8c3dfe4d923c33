import {
  aloneKey,
  key,
  type Key,
  PENDING_PARTITION,
  userPartition,
} from '../../platform/dynamo/key.ts';

export const userKey = (userId: string): Key => key(userPartition(userId), 'PROFILE');
export const userSessionKey = (userId: string, tokenHash: string): Key =>
  key(userPartition(userId), `SESSION#${tokenHash}`);

/** The directory's rows lie in so many partitions, which are read at the same time. */
export const DIRECTORY_SHARDS = 16;

const shardOf = (userId: string): number =>
  Number.parseInt(userId.at(-1) ?? '0', 36) % DIRECTORY_SHARDS || 0;
export const directoryPartition = (shard: number): string => `DIRECTORY#${shard}`;
export const DIRECTORY_PREFIX = 'USER#';
export const directoryKey = (userId: string): Key =>
  key(directoryPartition(shardOf(userId)), `${DIRECTORY_PREFIX}${userId}`);

export const DIRECTORY_CHANGES = 'DIRECTORYCHANGE';
/** @param at ISO 8601 UTC, by which changes are found */
export const directoryChangeKey = (at: string, userId: string): Key =>
  key(DIRECTORY_CHANGES, `${at}#${userId}`);

/** `address` is the normal form in both: an address belongs to one account whatever its spelling. */
export const emailKey = (address: string): Key => aloneKey('EMAIL', address);
export const registrationKey = (address: string, id: string): Key =>
  key(registrationPartition(address), `REGISTRATION#${id}`);
export const registrationPartition = (address: string): string => `SIGNUP#${address}`;
export const sessionKey = (tokenHash: string): Key => aloneKey('SESSION', tokenHash);
export const apiKeyKey = (keyHash: string): Key => aloneKey('APIKEY', keyHash);
export const passwordResetKey = (tokenHash: string): Key => aloneKey('RESET', tokenHash);
export const customerKey = (stripeCustomerId: string): Key =>
  aloneKey('CUSTOMER', stripeCustomerId);
export const captchaKey = (signature: string): Key => aloneKey('CAPTCHA', signature);

/** All tombstones, by user: after a restore somebody has to go through them. */
export const CLOSED_PARTITION = 'CLOSED';
export const tombstoneKey = (userId: string): Key => key(CLOSED_PARTITION, `USER#${userId}`);
/** That an address had an account: by its HMAC, which leads to no user. */
export const formerAddressKey = (emailHmac: string): Key => aloneKey('FORMERADDRESS', emailHmac);
export const formerOwnerKey = (userId: string): Key => key(userPartition(userId), 'CLOSING');
export const pendingClosingKey = (userId: string): Key =>
  key(PENDING_PARTITION, `CLOSING#${userId}`);
