import { z } from 'zod';
import { call } from '../http/call.ts';
import { form, integer, text, url } from '../http/parameters.ts';
import { invalid, missing } from '../http/stripe-error.ts';
import { create, findNamed } from '../model/objects.ts';
import type { PortalConfiguration, PortalSession, State, Subscription } from '../model/state.ts';
import { isLive } from '../operations/subscriptions.ts';

const after_completion = z
  .strictObject({ type: z.literal('redirect'), redirect: z.strictObject({ return_url: url }) })
  .optional();

const item = z.strictObject({
  id: text,
  price: text,
  quantity: integer.pipe(z.literal(1)).optional(),
});

const flowData = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('subscription_cancel'),
    subscription_cancel: z.strictObject({ subscription: text }),
    after_completion,
  }),
  z.strictObject({
    type: z.literal('subscription_update_confirm'),
    subscription_update_confirm: z.strictObject({
      subscription: text,
      items: z.array(item).length(1),
    }),
    after_completion,
  }),
]);

type FlowData = z.output<typeof flowData>;
type Flow = NonNullable<PortalSession['flow']>;

export const portalSessionCalls = [
  call(
    'POST',
    '/v1/billing_portal/sessions',
    form(
      { customer: text },
      { configuration: text, return_url: url, locale: z.enum(['en', 'fr']), flow_data: flowData },
    ),
    (account, { flow_data, ...given }) => {
      const { state } = account;
      findNamed(state, 'customers', given.customer, 'customer');
      if (given.configuration === undefined) {
        throw invalid(
          'No configuration provided and your test mode default configuration has not been created. ' +
            'Provide a configuration or create your default by saving your customer portal settings.',
        );
      }
      const configuration = findNamed(
        state,
        'portalConfigurations',
        given.configuration,
        'configuration',
      );
      const id = account.newId('bps');
      const session = create(account, 'portalSessions', {
        ...given,
        id,
        flow: flow_data ? flowOf(state, given.customer, configuration, flow_data) : null,
        return_url: given.return_url ?? configuration.default_return_url,
        url: `${account.origin}/stripe/portal/${id}`,
      });
      account.emit('billing_portal.session.created', session);
      return session;
    },
  ),
];

const disabled = (feature: string, param: string): Error =>
  invalid(
    `This subscription cannot be changed because the ${feature} feature in the portal ` +
      'configuration is disabled.',
    { param },
  );

function flowOf(
  state: State,
  customer: string,
  { features }: PortalConfiguration,
  given: FlowData,
): Flow {
  const param = `flow_data[${given.type}]`;
  const base = {
    type: given.type,
    after_completion: {
      hosted_confirmation: null,
      redirect: given.after_completion?.redirect ?? null,
      type: given.after_completion?.type ?? 'portal_homepage',
    },
    customer_update: null,
    subscription_cancel: null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
  } as const;
  if (given.type === 'subscription_cancel') {
    const { subscription } = given.subscription_cancel;
    const { cancel_at } = findLive(state, customer, subscription, param);
    if (!features.subscription_cancel.enabled) throw disabled('subscription cancel', param);
    if (cancel_at !== null) {
      throw invalid(`The subscription ${subscription} is already set to be canceled.`, { param });
    }
    return { ...base, subscription_cancel: { retention: null, subscription } };
  }
  const { subscription, items } = given.subscription_update_confirm;
  const found = findLive(state, customer, subscription, param);
  if (!features.subscription_update.enabled) throw disabled('subscription update', param);
  for (const { id, price } of items) checkItem(state, features, found, id, price, param);
  return {
    ...base,
    subscription_update_confirm: {
      discounts: null,
      items: items.map((one) => ({ quantity: 1, ...one })),
      subscription,
    },
  };
}

/** A subscription of the customer that has not ended. */
function findLive(state: State, customer: string, id: string, flow: string): Subscription {
  const param = `${flow}[subscription]`;
  const found = findNamed(state, 'subscriptions', id, param);
  if (found.customer !== customer) throw missing('subscription', id, param);
  if (isLive(found)) return found;
  throw invalid(`The subscription ${id} is ${found.status}.`, { param });
}

function checkItem(
  state: State,
  features: PortalConfiguration['features'],
  { items }: Subscription,
  id: string,
  price: string,
  flow: string,
): void {
  const param = `${flow}[items][0][price]`;
  if (!items.data.some((one) => one.id === id)) {
    throw missing('subscription_item', id, `${flow}[items][0][id]`);
  }
  findNamed(state, 'prices', price, param);
  if (!features.subscription_update.products?.some(({ prices }) => prices.includes(price))) {
    throw invalid(`The price ${price} is not in the portal configuration's list of products.`, {
      param,
    });
  }
  if (items.data.some((one) => one.price.id === price)) {
    throw invalid('The subscription has this price already.', { param });
  }
}
