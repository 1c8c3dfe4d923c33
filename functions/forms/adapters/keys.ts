import { key, type Key, userPartition } from '../../platform/dynamo/key.ts';

export const formItemKey = (userId: string, formId: string): Key =>
  key(userPartition(userId), `FORM#${formId}`);
export const formDayPrefix = (formId: string): string => `FORMDAY#${formId}#`;
/** @param day UTC date in ISO 8601 */
export const formDayKey = (userId: string, formId: string, day: string): Key =>
  key(userPartition(userId), `${formDayPrefix(formId)}${day}`);

/** Partition key patterns of each kind of item; infra/features/rights.ts grants access to them. */
export const partitions = () => ({ forms: [userPartition('*')] });
