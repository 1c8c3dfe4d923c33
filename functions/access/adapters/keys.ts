import {
  activityPartition,
  singletonKey,
  key,
  type Key,
  userPartition,
  shardOf,
} from '../../platform/dynamo/key.ts';
import {
  factorSecretKey,
  keyCopiesKey,
  passwordKey,
  ssoDomainKey,
  ssoKey,
} from '../../platform/secrets/account-secrets.ts';

export const userKey = (userId: string): Key => key(userPartition(userId), 'PROFILE');
export const userSessionKey = (userId: string, tokenHash: string): Key =>
  key(userPartition(userId), `SESSION#${tokenHash}`);
export const sessionKey = (tokenHash: string): Key => singletonKey('SESSION', tokenHash);
export const ACCESS_CHANGE_PREFIX = 'ACCESS#';
export const accessChangeKey = (userId: string, id: string): Key =>
  key(userPartition(userId), ACCESS_CHANGE_PREFIX + id);
export const INVITATION_PREFIX = 'INVITATION#';
/** Prefixes of the sort keys of a log. The id of the entry follows. */
export const ACTIVITY_PREFIX = 'ACTIVITY#';
export const NETWORK_PREFIX = 'NETWORK#';
/** Shows that an act that is recorded once a day is in the log. */
export const activityDayKey = (userId: string, day: string, ...act: readonly string[]): Key =>
  key(activityPartition(userId), ['ACTIVITYDAY', day, ...act].join('#'));
export const apiKeyKey = (keyHash: string): Key => singletonKey('APIKEY', keyHash);
/**
 * Last use of an API key or a session. A separate item, so that recording a use needs no permission
 * to change keys or sessions.
 */
export const keyUseKey = (keyHash: string): Key => singletonKey('KEYUSE', keyHash);
export const customerKey = (stripeCustomerId: string): Key =>
  singletonKey('CUSTOMER', stripeCustomerId);
/** @param address in normal form, so that all spellings belong to one account */
export const emailKey = (address: string): Key => singletonKey('EMAIL', address);

/** Number of directory partitions, which are read in parallel. */
export const DIRECTORY_SHARDS = 16;

export const directoryPartition = (shard: number | '*'): string => `DIRECTORY#${shard}`;
export const DIRECTORY_SORT_KEY_PREFIX = 'USER#';
export const directoryKey = (userId: string): Key =>
  key(
    directoryPartition(shardOf(userId, DIRECTORY_SHARDS)),
    `${DIRECTORY_SORT_KEY_PREFIX}${userId}`,
  );

export const DIRECTORY_CHANGES_PARTITION = 'DIRECTORYCHANGE';
/** @param at time of the change in ISO 8601 UTC, which sorts the feed */
export const directoryChangeKey = (at: string, userId: string): Key =>
  key(DIRECTORY_CHANGES_PARTITION, `${at}#${userId}`);

export const rateLimitKey = (bucket: string): Key => singletonKey('RATE', bucket);

/** Partition key patterns by area; infra/features/rights.ts grants access to them. */
export const partitions = () => ({
  profile: [userPartition('*')],
  members: [userPartition('*')],
  addresses: [emailKey('*').PK],
  apiKeys: [userPartition('*'), apiKeyKey('*').PK, keyUseKey('*').PK],
  passwords: [passwordKey('*').PK],
  keyCopies: [keyCopiesKey('*').PK],
  factorSecrets: [factorSecretKey('*').PK],
  activity: [activityPartition('*')],
  keyUse: [keyUseKey('*').PK],
  customers: [userPartition('*'), customerKey('*').PK],
  directory: [directoryPartition('*'), DIRECTORY_CHANGES_PARTITION],
  sessions: [userPartition('*'), sessionKey('*').PK, keyUseKey('*').PK],
  sso: [userPartition('*'), ssoKey('*').PK, ssoDomainKey('*').PK],
  ssoChecks: [ssoKey('*').PK],
  limits: [rateLimitKey('*').PK],
});
