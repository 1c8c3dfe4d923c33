import { key, type Key, userPartition, shardOf } from '../../platform/dynamo/key.ts';

export const ENDPOINT_PREFIX = 'WEBHOOK#';
export const endpointKey = (userId: string, id: string): Key =>
  key(userPartition(userId), ENDPOINT_PREFIX + id);
/** Counter of a user's endpoints. Queries for endpoints do not find it, because its prefix differs. */
export const endpointCountKey = (userId: string): Key => key(userPartition(userId), 'WEBHOOKCOUNT');

export const DELIVERY_PREFIX = 'DELIVERY#';
export const deliveryKey = (userId: string, endpointId: string, id = ''): Key =>
  key(userPartition(userId), `${DELIVERY_PREFIX}${endpointId}#${id}`);
/** Grouped by subject to keep its events adjacent; without `of`, the prefix of the endpoint. */
export const waitingKey = (userId: string, endpointId: string, delivery?: DeliveryRef): Key =>
  key(
    userPartition(userId),
    `WAITING#${endpointId}#${delivery ? `${delivery.subject}#${delivery.id}` : ''}`,
  );
type DeliveryRef = { readonly subject: string; readonly id: string };
/** Key of one of an account's 1,024 slots for the newest responses, chosen by the end of the id. */
export const answerKey = (userId: string, id: string): Key =>
  key(userPartition(userId), `ANSWER#${id.slice(-2)}`);

const pendingEndpointPartition = (shard: number | '*'): string => `PENDINGWEBHOOK#${shard}`;
export const PENDING_ENDPOINTS = { partition: pendingEndpointPartition, shards: 4 };
/** An endpoint with waiting deliveries. */
export const pendingEndpointKey = (userId: string, endpointId: string): Key =>
  key(
    pendingEndpointPartition(shardOf(userId, PENDING_ENDPOINTS.shards)),
    `${userId}#${endpointId}`,
  );

/** See access/adapters/keys.ts. */
export const partitions = () => ({
  webhooks: [userPartition('*'), pendingEndpointPartition('*')],
});
