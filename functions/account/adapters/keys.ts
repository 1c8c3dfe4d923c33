import {
  aloneKey,
  key,
  type Key,
  PENDING_PARTITION,
  userPartition,
} from '../../platform/dynamo/key.ts';

export const userKey = (userId: string): Key => key(userPartition(userId), 'PROFILE');
export const otpKey = (userId: string): Key => key(userPartition(userId), 'OTP');
export const userSessionKey = (userId: string, tokenHash: string): Key =>
  key(userPartition(userId), `SESSION#${tokenHash}`);

/** An address belongs to one account whatever its spelling. */
export const emailKey = (email: string): Key => aloneKey('EMAIL', email.toLowerCase());
export const sessionKey = (tokenHash: string): Key => aloneKey('SESSION', tokenHash);
export const apiKeyKey = (keyHash: string): Key => aloneKey('APIKEY', keyHash);
export const captchaKey = (signature: string): Key => aloneKey('CAPTCHA', signature);

/** All tombstones, by user: after a restore somebody has to go through them. */
export const CLOSED_PARTITION = 'CLOSED';
export const tombstoneKey = (userId: string): Key => key(CLOSED_PARTITION, `USER#${userId}`);
export const formerOwnerKey = (userId: string): Key => key(userPartition(userId), 'CLOSING');
export const pendingClosingKey = (userId: string): Key =>
  key(PENDING_PARTITION, `CLOSING#${userId}`);
