import { key, type Key, userPartition, shardOf } from '../../platform/dynamo/key.ts';

export const ENDPOINT_PREFIX = 'WEBHOOK#';
export const endpointKey = (userId: string, id: string): Key =>
  key(userPartition(userId), ENDPOINT_PREFIX + id);
/** This key does not start with ENDPOINT_PREFIX, so queries for endpoints exclude the count. */
export const endpointCountKey = (userId: string): Key => key(userPartition(userId), 'WEBHOOKCOUNT');

export const DELIVERY_PREFIX = 'DELIVERY#';
export const deliveryKey = (userId: string, endpointId: string, id = ''): Key =>
  key(userPartition(userId), `${DELIVERY_PREFIX}${endpointId}#${id}`);
/**
 * Keys sort by subject, so a subject's deliveries are adjacent. Without `delivery`, returns a
 * prefix of these keys.
 */
export const waitingDeliveryKey = (
  userId: string,
  endpointId: string,
  delivery?: DeliveryRef,
): Key =>
  key(
    userPartition(userId),
    `WAITING#${endpointId}#${delivery ? `${delivery.subject}#${delivery.id}` : ''}`,
  );
type DeliveryRef = { readonly subject: string; readonly id: string };
/** An account's newest responses share 1,024 items, chosen by the end of the delivery's id. */
export const deliveryResponseKey = (userId: string, id: string): Key =>
  key(userPartition(userId), `ANSWER#${id.slice(-2)}`);

const pendingEndpointPartition = (shard: number | '*'): string => `PENDINGWEBHOOK#${shard}`;
export const PENDING_ENDPOINT_PARTITIONS = { partition: pendingEndpointPartition, shards: 4 };
export const pendingEndpointKey = (userId: string, endpointId: string): Key =>
  key(
    pendingEndpointPartition(shardOf(userId, PENDING_ENDPOINT_PARTITIONS.shards)),
    `${userId}#${endpointId}`,
  );

/** Partition key patterns of each kind of item; infra/features/rights.ts grants access to them. */
export const partitions = () => ({
  webhooks: [userPartition('*'), pendingEndpointPartition('*')],
});
