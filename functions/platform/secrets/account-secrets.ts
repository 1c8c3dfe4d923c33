import { hash } from 'node:crypto';
import { type Key, singletonKey } from '../dynamo/key.ts';

/** Secrets have separate partitions, because IAM cannot restrict sort keys. */
export const passwordKey = (userId: string): Key => singletonKey('PASSWORD', userId);
export const keyCopiesKey = (userId: string): Key => singletonKey('KEYCOPIES', userId);
export const factorSecretKey = (userId: string): Key => singletonKey('FACTORSECRET', userId);
export const secretKeys = (userId: string): readonly Key[] =>
  [passwordKey, keyCopiesKey, factorSecretKey].map((keyOf) => keyOf(userId));

/** Settings of single sign-on, with the client secret. */
export const ssoKey = (accountId: string): Key => singletonKey('SSO', accountId);
/** @param domain in lower case; only one account at a time can use it */
export const ssoDomainKey = (domain: string): Key => singletonKey('SSODOMAIN', domain);

/** Whether a profile's `passwordHash` only identifies the hash, which is in another partition. */
export const isPasswordMoved = (passwordHash: string): boolean =>
  /^[0-9a-f]{64}$/.test(passwordHash);

/** Identifies a password hash without revealing it, because nobody can guess the hash's salt. */
export const passwordIdOf = (passwordHash: string): string =>
  isPasswordMoved(passwordHash) ? passwordHash : hash('sha256', passwordHash);
