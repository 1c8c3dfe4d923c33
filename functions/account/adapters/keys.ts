import { aloneKey, key, type Key, userPartition } from '../../platform/dynamo/key.ts';

export const userKey = (userId: string): Key => key(userPartition(userId), 'PROFILE');
export const otpKey = (userId: string): Key => key(userPartition(userId), 'OTP');
export const userSessionKey = (userId: string, tokenHash: string): Key =>
  key(userPartition(userId), `SESSION#${tokenHash}`);

/** An address belongs to one account whatever its spelling. */
export const emailKey = (email: string): Key => aloneKey('EMAIL', email.toLowerCase());
export const sessionKey = (tokenHash: string): Key => aloneKey('SESSION', tokenHash);
export const apiKeyKey = (keyHash: string): Key => aloneKey('APIKEY', keyHash);
export const customerKey = (stripeCustomerId: string): Key =>
  aloneKey('CUSTOMER', stripeCustomerId);
export const captchaKey = (signature: string): Key => aloneKey('CAPTCHA', signature);
