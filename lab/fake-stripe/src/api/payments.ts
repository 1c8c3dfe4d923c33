import { z } from 'zod';
import { defineRoute } from './route.ts';
import {
  clearableText,
  flag,
  formSchema,
  integer,
  mergeMetadata,
  metadata,
  text,
} from './parameters.ts';
import { refundCharge } from '../operations/refund-charge.ts';
import { invalidRequestError, noSuchObjectError } from '../model/errors.ts';
import { findObject, updateObject } from '../model/objects.ts';
import {
  setCancelAtPeriodEnd,
  endSubscription,
  isActiveOrPastDue,
  swapPrice,
  cancelScheduledChange,
} from '../operations/subscriptions.ts';

export const paymentRoutes = [
  defineRoute(
    'POST /v1/subscriptions/:id',
    formSchema(
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
      const subscription = findObject(state, 'subscriptions', id);
      const [change] = given.items ?? [];
      if (!isActiveOrPastDue(subscription))
        throw invalidRequestError('A canceled subscription can only update its metadata.');
      if (change !== undefined)
        swapPrice(
          account,
          subscription,
          findObject(state, 'prices', change.price, 'items[0][price]'),
        );
      if (given.cancel_at_period_end !== undefined) {
        if (subscription.schedule)
          throw invalidRequestError('The subscription is managed by its subscription schedule.');
        setCancelAtPeriodEnd(account, subscription, given.cancel_at_period_end, 'api');
      }
      const merged = mergeMetadata(subscription.metadata, given.metadata);
      updateObject(account, 'customer.subscription.updated', subscription, { metadata: merged });
      return subscription;
    },
  ),

  defineRoute(
    'POST /v1/invoices/:id',
    formSchema({}, { auto_advance: flag }),
    ({ state }, given, id) => Object.assign(findObject(state, 'invoices', id), given),
  ),

  defineRoute(
    'POST /v1/subscription_schedules/:id/release',
    formSchema({}, {}),
    (account, _given, id) => {
      const schedule = findObject(account.state, 'subscriptionSchedules', id);
      const subscription = account.state.subscriptions[String(schedule.subscription)];
      if (subscription) cancelScheduledChange(account, subscription);
      return schedule;
    },
  ),

  defineRoute(
    'DELETE /v1/subscriptions/:id',
    formSchema(
      {},
      {
        cancellation_details: z.strictObject({ comment: clearableText() }),
        invoice_now: z.literal('false'),
        prorate: z.literal('false'),
      },
    ),
    (account, given, id) => {
      const subscription = findObject(account.state, 'subscriptions', id);
      // For this call, Stripe responds as if a canceled subscription did not exist.
      if (!isActiveOrPastDue(subscription)) throw noSuchObjectError('subscription', id);
      if (subscription.cancellation_details && given.cancellation_details)
        subscription.cancellation_details.comment = given.cancellation_details.comment;
      endSubscription(account, subscription, 'cancellation_requested');
      return subscription;
    },
  ),

  defineRoute(
    'POST /v1/refunds',
    formSchema({ payment_intent: text }, { amount: integer, metadata }),
    (account, { payment_intent: id, amount, metadata: given }) => {
      const { latest_charge } = findObject(account.state, 'paymentIntents', id, 'payment_intent');
      const charge = account.state.charges[latest_charge ?? ''];
      if (!charge)
        throw invalidRequestError(`The PaymentIntent ${id} does not have a successful charge.`);
      return refundCharge(account, charge, { amount, metadata: mergeMetadata({}, given) });
    },
  ),
];
