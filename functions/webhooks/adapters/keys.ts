import { key, type Key, userPartition, shardOf } from '../../platform/dynamo/key.ts';

export const ENDPOINT_PREFIX = 'WEBHOOK#';
export const endpointKey = (userId: string, id: string): Key =>
  key(userPartition(userId), ENDPOINT_PREFIX + id);
/** The number of a user's endpoints; it begins otherwise than they do. */
export const endpointCountKey = (userId: string): Key => key(userPartition(userId), 'WEBHOOKCOUNT');

export const DELIVERY_PREFIX = 'DELIVERY#';
export const deliveryKey = (userId: string, endpointId: string, id = ''): Key =>
  key(userPartition(userId), `${DELIVERY_PREFIX}${endpointId}#${id}`);
/** By subject, so that what is in order lies together; of a whole endpoint without. */
export const waitingKey = (userId: string, endpointId: string, of?: Of): Key =>
  key(userPartition(userId), `WAITING#${endpointId}#${of ? `${of.subject}#${of.id}` : ''}`);
type Of = { readonly subject: string; readonly id: string };
/** One of 1,024 places of an account, by the end of an id, where the newest answer stands. */
export const answerKey = (userId: string, id: string): Key =>
  key(userPartition(userId), `ANSWER#${id.slice(-2)}`);

const workPartition = (shard: number | '*'): string => `PENDINGWEBHOOK#${shard}`;
export const PENDING_ENDPOINTS = { partition: workPartition, shards: 4 };
/** An endpoint for which deliveries wait. */
export const workKey = (userId: string, endpointId: string): Key =>
  key(workPartition(shardOf(userId, PENDING_ENDPOINTS.shards)), `${userId}#${endpointId}`);

/** As in access/adapters/keys.ts. */
export const partitions = () => ({
  webhooks: [userPartition('*'), workPartition('*')],
});
