import {
  key,
  type Key,
  PENDING_PARTITION,
  userPartition,
  shardOf,
} from '../../platform/dynamo/key.ts';

/** With another number, events that are noted already would be looked for in the wrong one. */
export const EVENT_SHARDS = 4;

export const eventPartition = (shard: number | '*'): string => `${PENDING_PARTITION}EVENT#${shard}`;
/** Where the events of a user stand, and how their sort keys begin. */
export const eventsOfUser = (userId: string) => ({
  partition: eventPartition(shardOf(userId, EVENT_SHARDS)),
  prefix: `EVENT#${userId}#`,
});
export function eventKey(userId: string, id: string): Key {
  const { partition, prefix } = eventsOfUser(userId);
  return key(partition, prefix + id);
}
/** What a user was told of once, by the name of the event. */
export const toldKey = (userId: string, name: string): Key =>
  key(userPartition(userId), `TOLD#${name}`);

/** As in access/adapters/keys.ts. */
export const partitions = () => ({
  events: [eventPartition('*'), userPartition('*')],
});
