import { key, type Key, userPartition, shardOf } from '../../platform/dynamo/key.ts';

export const ENDPOINT_PREFIX = 'WEBHOOK#';
export const endpointKey = (userId: string, id: string): Key =>
  key(userPartition(userId), ENDPOINT_PREFIX + id);
/** The number of a user's endpoints; it begins otherwise than they do. */
export const endpointCountKey = (userId: string): Key => key(userPartition(userId), 'WEBHOOKCOUNT');

/** What belongs to one event for one endpoint begins with its kind. */
const ofDelivery =
  (kind: string) =>
  (userId: string, endpointId: string, id = ''): Key =>
    key(userPartition(userId), `${kind}#${endpointId}#${id}`);
export const DELIVERY_PREFIX = 'DELIVERY#';
export const deliveryKey = ofDelivery('DELIVERY');
export const waitingKey = ofDelivery('WAITING');
export const answerKey = ofDelivery('ANSWER');

const workPartition = (shard: number | '*'): string => `PENDINGWEBHOOK#${shard}`;
export const PENDING_ENDPOINTS = { partition: workPartition, shards: 4 };
/** An endpoint for which deliveries wait. */
export const workKey = (userId: string, endpointId: string): Key =>
  key(workPartition(shardOf(userId, PENDING_ENDPOINTS.shards)), `${userId}#${endpointId}`);

/** As in access/adapters/keys.ts. */
export const partitions = () => ({
  webhooks: [userPartition('*'), workPartition('*')],
});
