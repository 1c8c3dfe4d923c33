import { key, type Key, PENDING_PARTITION, userPartition } from '../../platform/dynamo/key.ts';

export const alertKey = (userId: string): Key => key(userPartition(userId), 'WATCH');
export const DUE_ALERT_PREFIX = 'WATCH#';
export const dueAlertKey = (userId: string): Key =>
  key(PENDING_PARTITION, DUE_ALERT_PREFIX + userId);

/** Partition key patterns; infra/features/rights.ts grants write access to them. */
export const partitions = () => ({ 'low-balance-alerts': [userPartition('*'), PENDING_PARTITION] });
