import { singletonKey, key, type Key, userPartition, shardOf } from '../../platform/dynamo/key.ts';

export const userKey = (userId: string): Key => key(userPartition(userId), 'PROFILE');
export const userSessionKey = (userId: string, tokenHash: string): Key =>
  key(userPartition(userId), `SESSION#${tokenHash}`);
export const sessionKey = (tokenHash: string): Key => singletonKey('SESSION', tokenHash);
export const apiKeyKey = (keyHash: string): Key => singletonKey('APIKEY', keyHash);
/** When a key was last used: apart from the key itself, so that who notes it can change no key. */
export const keyUseKey = (keyHash: string): Key => singletonKey('KEYUSE', keyHash);
export const customerKey = (stripeCustomerId: string): Key =>
  singletonKey('CUSTOMER', stripeCustomerId);
/** @param address in its normal form: it belongs to one account whatever its spelling */
export const emailKey = (address: string): Key => singletonKey('EMAIL', address);

/** The directory's rows lie in so many partitions, which are read at the same time. */
export const DIRECTORY_SHARDS = 16;

export const directoryPartition = (shard: number | '*'): string => `DIRECTORY#${shard}`;
export const DIRECTORY_PREFIX = 'USER#';
export const directoryKey = (userId: string): Key =>
  key(directoryPartition(shardOf(userId, DIRECTORY_SHARDS)), `${DIRECTORY_PREFIX}${userId}`);

export const DIRECTORY_CHANGES = 'DIRECTORYCHANGE';
/** @param at ISO 8601 UTC, by which changes are found */
export const directoryChangeKey = (at: string, userId: string): Key =>
  key(DIRECTORY_CHANGES, `${at}#${userId}`);

export const rateKey = (bucket: string): Key => singletonKey('RATE', bucket);

/** Patterns of partitions by what is written there, which infra/features/rights.ts grants. */
export const partitions = () => ({
  profile: [userPartition('*')],
  addresses: [emailKey('*').PK],
  apiKeys: [userPartition('*'), apiKeyKey('*').PK, keyUseKey('*').PK],
  keyUse: [keyUseKey('*').PK],
  customers: [userPartition('*'), customerKey('*').PK],
  directory: [directoryPartition('*'), DIRECTORY_CHANGES],
  sessions: [userPartition('*'), sessionKey('*').PK],
  limits: [rateKey('*').PK],
});
