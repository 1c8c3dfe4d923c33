import {
  singletonKey,
  key,
  type Key,
  PENDING_PARTITION,
  userPartition,
} from '../../platform/dynamo/key.ts';

/** @param address in normal form */
export const registrationKey = (address: string, id: string): Key =>
  key(registrationPartition(address), `REGISTRATION#${id}`);
export const registrationPartition = (address: string): string => `SIGNUP#${address}`;
export const passwordResetKey = (tokenHash: string): Key => singletonKey('RESET', tokenHash);
export const captchaKey = (signature: string): Key => singletonKey('CAPTCHA', signature);

/** Partition of all tombstones. After a restore, the accounts listed in it are closed again. */
export const CLOSED_PARTITION = 'CLOSED';
export const tombstoneKey = (userId: string): Key => key(CLOSED_PARTITION, `USER#${userId}`);
/** Returns the key of a mailbox tombstone. The HMAC does not identify a user. */
export const formerAddressKey = (emailHmac: string): Key =>
  singletonKey('FORMERADDRESS', emailHmac);
export const formerOwnerKey = (userId: string): Key => key(userPartition(userId), 'CLOSING');
export const pendingClosureKey = (userId: string): Key =>
  key(PENDING_PARTITION, `CLOSING#${userId}`);

/** Partition key patterns; infra/features/rights.ts grants write access to them. */
export const partitions = () => ({
  account: [
    userPartition('*'),
    registrationPartition('*'),
    passwordResetKey('*').PK,
    captchaKey('*').PK,
    CLOSED_PARTITION,
    formerAddressKey('*').PK,
    PENDING_PARTITION,
  ],
  captchas: [captchaKey('*').PK],
});
