import { z } from 'zod';
import { call } from './call.ts';
import { clearable, flag, form, integer, mergeMetadata, metadata, text } from './parameters.ts';
import { refundCharge } from '../operations/refund-charge.ts';
import { invalidRequestError, noSuchObjectError } from '../model/errors.ts';
import { find, update } from '../model/objects.ts';
import {
  setCancelAtPeriodEnd,
  endSubscription,
  isLive,
  swapPrice,
  unschedule,
} from '../operations/subscriptions.ts';

export const paymentCalls = [
  call(
    'POST /v1/subscriptions/:id',
    form(
      {},
      {
        items: z.array(z.strictObject({ id: text, price: text })).length(1),
        proration_behavior: z.literal('none'),
        cancel_at_period_end: flag,
        metadata,
      },
    ),
    (account, given, id) => {
      const { state } = account;
      const subscription = find(state, 'subscriptions', id);
      const [change] = given.items ?? [];
      if (!isLive(subscription))
        throw invalidRequestError('A canceled subscription can only update its metadata.');
      if (change !== undefined)
        swapPrice(account, subscription, find(state, 'prices', change.price, 'items[0][price]'));
      if (given.cancel_at_period_end !== undefined) {
        if (subscription.schedule)
          throw invalidRequestError('The subscription is managed by its subscription schedule.');
        setCancelAtPeriodEnd(account, subscription, given.cancel_at_period_end, 'api');
      }
      const merged = mergeMetadata(subscription.metadata, given.metadata);
      update(account, 'customer.subscription.updated', subscription, { metadata: merged });
      return subscription;
    },
  ),

  call('POST /v1/invoices/:id', form({}, { auto_advance: flag }), ({ state }, given, id) =>
    Object.assign(find(state, 'invoices', id), given),
  ),

  call('POST /v1/subscription_schedules/:id/release', form({}, {}), (account, _given, id) => {
    const schedule = find(account.state, 'subscriptionSchedules', id);
    const subscription = account.state.subscriptions[String(schedule.subscription)];
    if (subscription) unschedule(account, subscription);
    return schedule;
  }),

  call(
    'DELETE /v1/subscriptions/:id',
    form(
      {},
      {
        cancellation_details: z.strictObject({ comment: clearable() }),
        invoice_now: z.literal('false'),
        prorate: z.literal('false'),
      },
    ),
    (account, given, id) => {
      const subscription = find(account.state, 'subscriptions', id);
      // For this call, Stripe responds as if an ended subscription did not exist.
      if (!isLive(subscription)) throw noSuchObjectError('subscription', id);
      if (subscription.cancellation_details && given.cancellation_details)
        subscription.cancellation_details.comment = given.cancellation_details.comment;
      endSubscription(account, subscription, 'cancellation_requested');
      return subscription;
    },
  ),

  call(
    'POST /v1/refunds',
    form({ payment_intent: text }, { amount: integer, metadata }),
    (account, { payment_intent: id, amount, metadata: given }) => {
      const { latest_charge } = find(account.state, 'paymentIntents', id, 'payment_intent');
      const charge = account.state.charges[latest_charge ?? ''];
      if (!charge)
        throw invalidRequestError(`The PaymentIntent ${id} does not have a successful charge.`);
      return refundCharge(account, charge, { amount, metadata: mergeMetadata({}, given) });
    },
  ),
];
