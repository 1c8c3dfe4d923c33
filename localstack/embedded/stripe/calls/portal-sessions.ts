import { z } from 'zod';
import { isLive } from '../operations/subscriptions.ts';
import { call } from '../http/call.ts';
import { expand, integer, text, url } from '../http/parameters.ts';
import { invalid, missing } from '../http/stripe-error.ts';
import { customerNamed, known, priceNamed } from '../model/find.ts';
import type { PortalConfiguration, PortalSession, State } from '../model/state.ts';

const afterCompletion = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('redirect'),
      redirect: z.strictObject({ return_url: url }),
    }),
    z.strictObject({
      type: z.literal('hosted_confirmation'),
      hosted_confirmation: z.strictObject({ custom_message: text.optional() }).optional(),
    }),
    z.strictObject({ type: z.literal('portal_homepage') }),
  ])
  .optional();

const subscription = z.strictObject({ subscription: text });

const flowData = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('subscription_cancel'),
      subscription_cancel: subscription,
      after_completion: afterCompletion,
    }),
    z.strictObject({
      type: z.literal('subscription_update'),
      subscription_update: subscription,
      after_completion: afterCompletion,
    }),
    z.strictObject({
      type: z.literal('subscription_update_confirm'),
      subscription_update_confirm: z.strictObject({
        subscription: text,
        items: z
          .array(
            z.strictObject({
              id: text,
              price: text.optional(),
              quantity: integer.optional(),
            }),
          )
          .length(1),
      }),
      after_completion: afterCompletion,
    }),
    z.strictObject({ type: z.literal('payment_method_update'), after_completion: afterCompletion }),
  ])
  .optional();

type FlowData = NonNullable<z.output<typeof flowData>>;
type Flow = NonNullable<PortalSession['flow']>;

export const portalSessionCalls = [
  call(
    'POST',
    '/v1/billing_portal/sessions',
    z.strictObject({
      customer: text,
      configuration: text.optional(),
      return_url: url.optional(),
      locale: z.enum(['auto', 'en', 'en-GB', 'fr', 'fr-CA']).optional(),
      flow_data: flowData,
      expand,
    }),
    (world, given) => {
      const { state } = world;
      customerNamed(state, given.customer);
      const configuration = configurationOf(state, given.configuration);
      const flow = given.flow_data
        ? flowOf(state, given.customer, configuration, given.flow_data)
        : null;
      const id = world.newId('bps');
      const session: PortalSession = {
        id,
        object: 'billing_portal.session',
        configuration: configuration.id,
        created: world.now(),
        customer: given.customer,
        customer_account: null,
        flow,
        livemode: false,
        locale: given.locale ?? null,
        on_behalf_of: null,
        return_url: given.return_url ?? configuration.default_return_url,
        url: `${world.origin}/stripe/portal/${id}`,
      };
      state.portalSessions[id] = session;
      world.emit('billing_portal.session.created', session);
      return session;
    },
  ),
];

function configurationOf(state: State, id: string | undefined): PortalConfiguration {
  if (id !== undefined) {
    const configuration = state.portalConfigurations[id];
    if (configuration === undefined) throw missing('configuration', id, 'configuration');
    return configuration;
  }
  const configuration = Object.values(state.portalConfigurations).find((one) => one.is_default);
  if (configuration !== undefined) return configuration;
  throw invalid(
    'No configuration provided and your test mode default configuration has not been created. ' +
      'Provide a configuration or create your default by saving your customer portal settings.',
  );
}

const ABSENT = {
  customer_update: null,
  subscription_cancel: null,
  subscription_pause: null,
  subscription_update: null,
  subscription_update_confirm: null,
};

function flowOf(
  state: State,
  customer: string,
  { features }: PortalConfiguration,
  given: FlowData,
): Flow {
  const param = `flow_data[${given.type}]`;
  const refuse = (why: string, field = ''): Error => invalid(why, { param: `${param}${field}` });
  const checkSubscription = (id: string): void => {
    const found = state.subscriptions[id];
    if (found === undefined || found.customer !== customer) {
      throw missing('subscription', id, `${param}[subscription]`);
    }
    if (!isLive(found)) {
      throw refuse(`The subscription ${id} is ${found.status}.`, '[subscription]');
    }
  };
  const disabled = (feature: string): Error =>
    refuse(
      `This subscription cannot be changed because the ${feature} feature in the portal ` +
        'configuration is disabled.',
    );
  const base = { ...ABSENT, type: given.type, after_completion: completionOf(given) };

  switch (given.type) {
    case 'payment_method_update':
      return base;
    case 'subscription_cancel': {
      const id = given.subscription_cancel.subscription;
      checkSubscription(id);
      if (!features.subscription_cancel.enabled) throw disabled('subscription cancel');
      const ends = known(state.subscriptions[id], 'a subscription').cancel_at !== null;
      if (ends) throw refuse(`The subscription ${id} is already set to be canceled.`);
      return { ...base, subscription_cancel: { retention: null, subscription: id } };
    }
    case 'subscription_update': {
      const id = given.subscription_update.subscription;
      checkSubscription(id);
      if (!features.subscription_update.enabled) throw disabled('subscription update');
      return { ...base, subscription_update: { subscription: id } };
    }
    case 'subscription_update_confirm': {
      const { subscription: id, items } = given.subscription_update_confirm;
      checkSubscription(id);
      if (!features.subscription_update.enabled) throw disabled('subscription update');
      const found = known(state.subscriptions[id], 'a subscription');
      for (const item of items) {
        if (!found.items.data.some((one) => one.id === item.id)) {
          throw missing('subscription_item', item.id, `${param}[items][0][id]`);
        }
        const price = priceNamed(state, item.price ?? '', `${param}[items][0][price]`);
        const offered = features.subscription_update.products?.some(({ prices }) =>
          prices.includes(price.id),
        );
        if (offered !== true) {
          throw refuse(
            `The price ${price.id} is not in the portal configuration's list of products.`,
            '[items][0][price]',
          );
        }
        if (found.items.data.some((one) => one.price.id === price.id)) {
          throw refuse('The subscription has this price already.', '[items][0][price]');
        }
      }
      return {
        ...base,
        subscription_update_confirm: {
          discounts: null,
          items: items.map(({ id: item, price = null, quantity = 1 }) => ({
            id: item,
            price,
            quantity,
          })),
          subscription: id,
        },
      };
    }
  }
}

function completionOf({ after_completion: after }: FlowData): Flow['after_completion'] {
  return {
    hosted_confirmation:
      after?.type === 'hosted_confirmation'
        ? { custom_message: after.hosted_confirmation?.custom_message ?? null }
        : null,
    redirect: after?.type === 'redirect' ? after.redirect : null,
    type: after?.type ?? 'portal_homepage',
  };
}
