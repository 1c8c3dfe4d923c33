import { z } from 'zod';
import { call } from './call.ts';
import { form, integer, text, url } from './parameters.ts';
import { invalid, noSuch } from '../model/errors.ts';
import { create, find, shaped } from '../model/objects.ts';
import type { PortalConfiguration, PortalSession, State } from '../model/state.ts';
import { isLive } from '../operations/subscriptions.ts';

const flow = <Type extends string, Own extends z.ZodRawShape>(type: Type, own: Own) =>
  z.strictObject({
    type: z.literal(type),
    after_completion: z
      .strictObject({ type: z.literal('redirect'), redirect: z.strictObject({ return_url: url }) })
      .optional(),
    ...own,
  });

const flowData = z.discriminatedUnion('type', [
  flow('payment_method_update', {}),
  flow('subscription_cancel', { subscription_cancel: z.strictObject({ subscription: text }) }),
  flow('subscription_update_confirm', {
    subscription_update_confirm: z.strictObject({
      subscription: text,
      items: z.tuple([
        z.strictObject({ id: text, price: text, quantity: integer.pipe(z.literal(1)).default(1) }),
      ]),
    }),
  }),
]);

type FlowData = z.output<typeof flowData>;
type Flow = NonNullable<PortalSession['flow']>;

export const portalSessionCalls = [
  call(
    'POST /v1/billing_portal/sessions',
    form(
      { customer: text },
      { configuration: text, return_url: url, locale: z.enum(['en', 'fr']), flow_data: flowData },
    ),
    (account, { flow_data, ...given }) => {
      const { state } = account;
      find(state, 'customers', given.customer, 'customer');
      if (given.configuration === undefined)
        throw invalid(
          'No configuration provided and your test mode default configuration has not been created. ' +
            'Provide a configuration or create your default by saving your customer portal settings.',
        );
      const configuration = find(
        state,
        'portalConfigurations',
        given.configuration,
        'configuration',
      );
      const id = account.newId('bps');
      return create(account, 'portalSessions', {
        ...given,
        id,
        flow: flow_data ? flowOf(state, given.customer, configuration, flow_data) : null,
        return_url: given.return_url ?? configuration.default_return_url,
        url: `${account.origin}/stripe/portal/${id}`,
      });
    },
  ),
];

function flowOf(
  state: State,
  customer: string,
  { features }: PortalConfiguration,
  given: FlowData,
): Flow {
  const param = `flow_data[${given.type}]`;
  const refuse = (why: string, field = ''): Error => invalid(why, { param: `${param}${field}` });
  const after_completion = shaped<Flow['after_completion']>(
    'flow_after_completion',
    given.after_completion ?? {},
  );
  const base = { type: given.type, after_completion };
  if (given.type === 'payment_method_update') return shaped<Flow>('flow', base);
  const isCancel = given.type === 'subscription_cancel';
  const { subscription } = isCancel ? given.subscription_cancel : given.subscription_update_confirm;
  const found = find(state, 'subscriptions', subscription, `${param}[subscription]`);
  if (found.customer !== customer)
    throw noSuch('subscription', subscription, `${param}[subscription]`);
  if (!isLive(found))
    throw refuse(`The subscription ${subscription} is ${found.status}.`, '[subscription]');
  const feature = isCancel ? 'subscription_cancel' : 'subscription_update';
  if (!features[feature].enabled)
    throw refuse(
      `This subscription cannot be changed because the ${feature} feature in the portal ` +
        'configuration is disabled.',
    );
  if (isCancel) {
    if (found.cancel_at !== null)
      throw refuse(`The subscription ${subscription} is already set to be canceled.`);
    const subscription_cancel = { retention: null, subscription };
    return shaped<Flow>('flow', { ...base, subscription_cancel });
  }
  const { items } = given.subscription_update_confirm;
  const [{ id, price }] = items;
  const item = found.items.data.find((one) => one.id === id);
  if (!item) throw noSuch('subscription_item', id, `${param}[items][0][id]`);
  find(state, 'prices', price, `${param}[items][0][price]`);
  if (!features.subscription_update.products?.some(({ prices }) => prices.includes(price)))
    throw refuse(
      `The price ${price} is not in the portal configuration's list of products.`,
      '[items][0][price]',
    );
  if (item.price.id === price)
    throw refuse('The subscription has this price already.', '[items][0][price]');
  const subscription_update_confirm = { discounts: null, items, subscription };
  return shaped<Flow>('flow', { ...base, subscription_update_confirm });
}
