import { key, type Key } from '../../platform/dynamo/key.ts';

const assistantPartition = (keyHash: string): string => `ASSISTANT#${keyHash}`;
/** @param day in UTC, such as `2026-11-29` */
export const spentKey = (keyHash: string, day: string): Key =>
  key(assistantPartition(keyHash), `SPENT#${day}`);
export const confirmedKey = (keyHash: string, idempotencyKey: string): Key =>
  key(assistantPartition(keyHash), `CONFIRMED#${idempotencyKey}`);

/** Partition key patterns of each kind of item; infra/features/rights.ts grants access to them. */
export const partitions = () => ({ assistantSpending: [assistantPartition('*')] });
