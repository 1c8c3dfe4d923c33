import { z } from 'zod';
import { call } from '../http/call.ts';
import { clearable, flag, form, text } from '../http/parameters.ts';
import { invalid, missing, noSuch } from '../http/stripe-error.ts';
import { find, findNamed } from '../model/objects.ts';
import {
  changePrice,
  endAtPeriodEnd,
  endSubscription,
  isLive,
  itemOf,
} from '../operations/subscriptions.ts';

export const subscriptionCalls = [
  call(
    'POST',
    '/v1/subscriptions/:id',
    form(
      {},
      {
        items: z.array(z.strictObject({ id: text, price: text })).length(1),
        billing_cycle_anchor: z.strictObject({ type: z.literal('now') }),
        proration_behavior: z.enum(['none', 'create_prorations', 'always_invoice']),
        payment_behavior: z.literal('pending_if_incomplete'),
        cancel_at_period_end: flag,
      },
    ),
    (account, given, id) => {
      const { state } = account;
      const subscription = find(state, 'subscriptions', id);
      const [change] = given.items ?? [];
      if (!isLive(subscription)) {
        throw invalid(
          'A canceled subscription can only update its cancellation_details and metadata.',
        );
      }
      if (change !== undefined) {
        if (change.id !== itemOf(subscription).id) {
          throw missing('subscription item', change.id, 'items[0][id]');
        }
        for (const [param, wanted] of Object.entries({
          proration_behavior: given.proration_behavior === 'none',
          billing_cycle_anchor: given.billing_cycle_anchor,
          payment_behavior: given.payment_behavior,
        })) {
          if (!wanted)
            throw invalid(`The fake bills whole periods at once: give ${param}.`, { param });
        }
        changePrice(
          account,
          subscription,
          findNamed(state, 'prices', change.price, 'items[0][price]'),
        );
      }
      if (given.cancel_at_period_end !== undefined) {
        endAtPeriodEnd(account, subscription, given.cancel_at_period_end, 'api');
      }
      return subscription;
    },
  ),

  call(
    'DELETE',
    '/v1/subscriptions/:id',
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
      // What has ended is as good as gone for this call.
      if (!isLive(subscription)) throw noSuch('subscription', id);
      if (subscription.cancellation_details && given.cancellation_details) {
        subscription.cancellation_details.comment = given.cancellation_details.comment;
      }
      endSubscription(account, subscription, 'cancellation_requested');
      return subscription;
    },
  ),
];
