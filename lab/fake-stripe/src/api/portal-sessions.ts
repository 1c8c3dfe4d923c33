import { z } from 'zod';
import { defineRoute } from './route.ts';
import { formSchema, integer, text, url } from './parameters.ts';
import { invalidRequestError, noSuchObjectError } from '../model/errors.ts';
import { createObject, findObject, fromFixture } from '../model/objects.ts';
import type { PortalSession, State } from '../model/state.ts';
import { isActiveOrPastDue } from '../operations/subscriptions.ts';

const flow = <Type extends string, Own extends z.ZodRawShape>(type: Type, fields: Own) =>
  z.strictObject({
    type: z.literal(type),
    after_completion: z
      .strictObject({ type: z.literal('redirect'), redirect: z.strictObject({ return_url: url }) })
      .optional(),
    ...fields,
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

export const portalSessionRoutes = [
  defineRoute(
    'POST /v1/billing_portal/sessions',
    formSchema(
      { customer: text },
      { configuration: text, return_url: url, locale: z.enum(['en', 'fr']), flow_data: flowData },
    ),
    (account, { flow_data, ...given }) => {
      const { state } = account;
      findObject(state, 'customers', given.customer, 'customer');
      if (given.configuration === undefined)
        throw invalidRequestError(
          'No configuration provided, and there is no default configuration.',
        );
      const configuration = findObject(
        state,
        'portalConfigurations',
        given.configuration,
        'configuration',
      );
      const id = account.newId('bps');
      return createObject(account, 'portalSessions', {
        ...given,
        id,
        flow: flow_data ? flowOf(state, given.customer, flow_data) : null,
        return_url: given.return_url ?? configuration.default_return_url,
        url: `${account.origin}/stripe/portal/${id}`,
      });
    },
  ),
];

function flowOf(state: State, customer: string, given: FlowData): Flow {
  const after_completion = fromFixture<Flow['after_completion']>(
    'flow_after_completion',
    given.after_completion ?? {},
  );
  const base = { type: given.type, after_completion };
  if (given.type === 'payment_method_update') return fromFixture<Flow>('flow', base);
  const isCancel = given.type === 'subscription_cancel';
  const { subscription } = isCancel ? given.subscription_cancel : given.subscription_update_confirm;
  const param = `flow_data[${given.type}]`;
  const found = findObject(state, 'subscriptions', subscription, `${param}[subscription]`);
  if (found.customer !== customer || !isActiveOrPastDue(found))
    throw noSuchObjectError('subscription', subscription, `${param}[subscription]`);
  if (isCancel)
    return fromFixture<Flow>('flow', {
      ...base,
      subscription_cancel: { retention: null, subscription },
    });
  const { items } = given.subscription_update_confirm;
  findObject(state, 'prices', items[0].price, `${param}[items][0][price]`);
  const subscription_update_confirm = { discounts: null, items, subscription };
  return fromFixture<Flow>('flow', { ...base, subscription_update_confirm });
}
