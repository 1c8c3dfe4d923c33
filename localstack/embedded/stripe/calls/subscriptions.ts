import { z } from 'zod';
import {
  changePriceLater,
  changePriceNow,
  endAtPeriodEnd,
  endSubscription,
  isLive,
  itemOf,
} from '../operations/subscriptions.ts';
import { call } from '../http/call.ts';
import { listPage } from '../http/list.ts';
import {
  clearable,
  expand,
  flag,
  integer,
  isWithin,
  listing,
  mergedMetadata,
  metadata,
  range,
  text,
} from '../http/parameters.ts';
import { StripeApiError, invalid, noSuch } from '../http/stripe-error.ts';
import { priceNamed } from '../model/find.ts';
import type { State, Subscription } from '../model/state.ts';

const of = (state: State, id: string): Subscription => {
  const subscription = state.subscriptions[id];
  if (subscription === undefined) throw noSuch('subscription', id);
  return subscription;
};

const cancellation = z
  .strictObject({ comment: clearable.optional(), feedback: clearable.optional() })
  .optional();

const update = z.strictObject({
  items: z
    .array(
      z.strictObject({
        id: text,
        price: text,
        quantity: integer.pipe(z.literal(1)).optional(),
      }),
    )
    .length(1)
    .optional(),
  billing_cycle_anchor: z.strictObject({ type: z.enum(['now', 'unchanged']) }).optional(),
  proration_behavior: z.enum(['none', 'create_prorations', 'always_invoice']).optional(),
  payment_behavior: z
    .enum(['allow_incomplete', 'pending_if_incomplete', 'error_if_incomplete'])
    .optional(),
  cancel_at_period_end: flag.optional(),
  cancel_at: z.literal('').optional(),
  cancellation_details: cancellation,
  metadata: metadata.optional(),
  description: clearable.optional(),
  expand,
});

export const subscriptionCalls = [
  call(
    'GET',
    '/v1/subscriptions',
    z.strictObject({
      ...listing,
      customer: text.optional(),
      price: text.optional(),
      created: range,
      status: z
        .enum(['all', 'ended', 'active', 'past_due', 'canceled', 'trialing', 'unpaid'])
        .optional(),
    }),
    ({ state }, { customer, price, created, status, ...page }) => {
      const found = Object.values(state.subscriptions).filter(
        (one) =>
          (customer === undefined || one.customer === customer) &&
          (price === undefined || itemOf(one).price.id === price) &&
          isWithin(one.created, created) &&
          hasStatus(one, status),
      );
      return listPage(found, page, '/v1/subscriptions');
    },
  ),

  call('GET', '/v1/subscriptions/:id', z.strictObject({ expand }), ({ state }, _given, id) =>
    of(state, id),
  ),

  call('POST', '/v1/subscriptions/:id', update, (world, given, id) => {
    const { state } = world;
    const subscription = of(state, id);
    const [change] = given.items ?? [];
    if (!isLive(subscription)) {
      throw invalid(
        'A canceled subscription can only update its cancellation_details and metadata.',
      );
    }
    if (change !== undefined) {
      const price = priceNamed(state, change.price, 'items[0][price]');
      if (change.id !== itemOf(subscription).id) {
        throw invalid(`No such subscription item: '${change.id}'`, {
          code: 'resource_missing',
          param: 'items[0][id]',
        });
      }
      if (given.proration_behavior !== 'none') {
        throw invalid('The fake bills whole periods: pass `proration_behavior=none`.', {
          param: 'proration_behavior',
        });
      }
      if (given.billing_cycle_anchor?.type === 'now') {
        const pending = given.payment_behavior === 'pending_if_incomplete';
        const paid = changePriceNow(world, subscription, price, pending);
        if (!paid && given.payment_behavior === 'error_if_incomplete') {
          throw new StripeApiError(402, 'card_error', 'Your card was declined.', {
            code: 'card_declined',
          });
        }
      } else {
        changePriceLater(world, subscription, price);
      }
    }
    if (given.cancel_at_period_end !== undefined) {
      endAtPeriodEnd(world, subscription, given.cancel_at_period_end, 'api');
    } else if (given.cancel_at === '') {
      endAtPeriodEnd(world, subscription, false, 'api');
    }
    note(subscription, given.cancellation_details);
    if (given.metadata !== undefined || given.description !== undefined) {
      const { metadata: before, description } = subscription;
      subscription.metadata = mergedMetadata(before, given.metadata);
      if (given.description !== undefined) subscription.description = given.description || null;
      world.emit('customer.subscription.updated', subscription, { metadata: before, description });
    }
    return subscription;
  }),

  call(
    'DELETE',
    '/v1/subscriptions/:id',
    z.strictObject({
      cancellation_details: cancellation,
      invoice_now: z.literal('false').optional(),
      prorate: z.literal('false').optional(),
      expand,
    }),
    (world, given, id) => {
      const subscription = of(world.state, id);
      // What has ended is as good as gone for this call.
      if (!isLive(subscription)) throw noSuch('subscription', id);
      note(subscription, given.cancellation_details);
      endSubscription(world, subscription, 'cancellation_requested');
      return subscription;
    },
  ),

  call(
    'GET',
    '/v1/subscription_schedules/:id',
    z.strictObject({ expand }),
    ({ state }, _given, id) => {
      const schedule = state.subscriptionSchedules[id];
      if (schedule === undefined) throw noSuch('subscription_schedule', id);
      return schedule;
    },
  ),
];

function note(subscription: Subscription, given: z.output<typeof cancellation>): void {
  const details = subscription.cancellation_details;
  if (details && given?.comment !== undefined) details.comment = given.comment || null;
}

function hasStatus(subscription: Subscription, status: string | undefined): boolean {
  const ended = subscription.status === 'canceled';
  if (status === undefined) return !ended;
  if (status === 'all') return true;
  return status === 'ended' ? ended : subscription.status === status;
}
