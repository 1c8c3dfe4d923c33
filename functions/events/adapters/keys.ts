import {
  key,
  type Key,
  PENDING_PARTITION,
  userPartition,
  shardOf,
} from '../../platform/dynamo/key.ts';

const eventPartition = (shard: number | '*'): string => `${PENDING_PARTITION}EVENT#${shard}`;
export const PENDING_EVENTS = { partition: eventPartition, shards: 4 };
export const userEventsQuery = (userId: string) => ({
  partition: eventPartition(shardOf(userId, PENDING_EVENTS.shards)),
  prefix: `EVENT#${userId}#`,
});
export function eventKey(userId: string, id: string): Key {
  const { partition, prefix } = userEventsQuery(userId);
  return key(partition, prefix + id);
}
/** Marks that a one-time notification, identified by `name`, was sent to a user. */
export const notificationMarkerKey = (userId: string, name: string): Key =>
  key(userPartition(userId), `TOLD#${name}`);

/** Partition key patterns; infra/features/rights.ts grants write access to them. */
export const partitions = () => ({
  events: [eventPartition('*'), userPartition('*')],
});
