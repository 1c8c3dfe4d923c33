import { aloneKey, key, type Key, userPartition } from '../../platform/dynamo/key.ts';

export const userKey = (userId: string): Key => key(userPartition(userId), 'PROFILE');
export const userSessionKey = (userId: string, tokenHash: string): Key =>
  key(userPartition(userId), `SESSION#${tokenHash}`);

/** `address` is the normal form in both: an address belongs to one account whatever its spelling. */
export const emailKey = (address: string): Key => aloneKey('EMAIL', address);
export const registrationKey = (address: string, id: string): Key =>
  key(registrationPartition(address), `REGISTRATION#${id}`);
export const registrationPartition = (address: string): string => `SIGNUP#${address}`;
export const sessionKey = (tokenHash: string): Key => aloneKey('SESSION', tokenHash);
export const apiKeyKey = (keyHash: string): Key => aloneKey('APIKEY', keyHash);
export const captchaKey = (signature: string): Key => aloneKey('CAPTCHA', signature);
