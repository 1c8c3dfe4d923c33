import {
  singletonKey,
  key,
  type Key,
  PENDING_PARTITION,
  userPartition,
} from '../../platform/dynamo/key.ts';

/** Counters and flags of a user's billing; each purchase has its own item. */
export const billingKey = (userId: string): Key => key(userPartition(userId), 'BILLING');
export const purchaseKey = (userId: string, purchaseId: string): Key =>
  key(userPartition(userId), `PURCHASE#${purchaseId}`);
export const adjustmentKey = (userId: string, id: string): Key =>
  key(userPartition(userId), `ADJUSTMENT#${id}`);
export const checkoutKey = (userId: string, slot: string): Key =>
  key(userPartition(userId), `CHECKOUT#${slot}`);

export const paymentKey = (paymentId: string): Key => singletonKey('PAYMENT', paymentId);
export const stripeEventKey = (eventId: string): Key => singletonKey('STRIPEEVENT', eventId);
/** Returns the key of the item with the time up to which all Stripe events have been stored. */
export const stripeEventWatermarkKey = (): Key => stripeEventKey('mark');
export const pendingStripeEventKey = (eventId: string): Key =>
  key(PENDING_PARTITION, `STRIPEEVENT#${eventId}`);

/** Partition key patterns by kind of item; infra/features/rights.ts grants writes to them. */
export const partitions = () => {
  const stripeEvents = [stripeEventKey('*').PK, PENDING_PARTITION];
  return {
    adjustments: [userPartition('*')],
    'stripe-events': stripeEvents,
    billing: [userPartition('*'), paymentKey('*').PK, ...stripeEvents],
  };
};
