/** The single table's keys. Every item's primary key is made here and nowhere else. */

export interface Key {
  readonly PK: string;
  readonly SK: string;
}

const key = (PK: string, SK: string): Key => ({ PK, SK });
const alone = (kind: string, id: string): Key => key(`${kind}#${id}`, kind);

export const userPartition = (userId: string): string => `USER#${userId}`;
export const listPartition = (listId: string): string => `LIST#${listId}`;
export const WORK_PARTITION = 'WORK';

export const userKey = (userId: string): Key => key(userPartition(userId), 'PROFILE');
export const balanceKey = (userId: string): Key => key(userPartition(userId), 'BALANCE');
export const entryKey = (userId: string, entryId: string): Key =>
  key(userPartition(userId), `ENTRY#${entryId}`);
export const otpKey = (userId: string): Key => key(userPartition(userId), 'OTP');
export const userSessionKey = (userId: string, tokenHash: string): Key =>
  key(userPartition(userId), `SESSION#${tokenHash}`);
export const listKey = (userId: string, listId: string): Key =>
  key(userPartition(userId), `LIST#${listId}`);
export const uploadKey = (userId: string, listId: string): Key =>
  key(userPartition(userId), `UPLOAD#${listId}`);
export const checkKey = (userId: string, requestId: string): Key =>
  key(userPartition(userId), `CHECK#${requestId}`);
export const taskKey = (listId: string, task: string): Key =>
  key(listPartition(listId), `TASK#${task}`);
export const workListKey = (listId: string): Key => key(WORK_PARTITION, `LIST#${listId}`);
export const workCheckKey = (requestId: string): Key => key(WORK_PARTITION, `CHECK#${requestId}`);

/** An address belongs to one account whatever its spelling. */
export const emailKey = (email: string): Key => alone('EMAIL', email.toLowerCase());
export const sessionKey = (tokenHash: string): Key => alone('SESSION', tokenHash);
export const apiKeyKey = (keyHash: string): Key => alone('APIKEY', keyHash);
export const captchaKey = (signature: string): Key => alone('CAPTCHA', signature);
export const rateKey = (bucket: string): Key => alone('RATE', bucket);
export const mailKey = (mailId: string): Key => alone('MAIL', mailId);
export const factKey = (name: string): Key => alone('FACT', name);
