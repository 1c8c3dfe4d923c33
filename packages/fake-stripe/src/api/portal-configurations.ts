import { z } from 'zod';
import { call } from './call.ts';
import { clearable, flag, form, mergeMetadata, metadata, text } from './parameters.ts';
import { create, find, pathOf, update } from '../model/objects.ts';
import type { PortalConfiguration } from '../model/state.ts';

const toggle = z.strictObject({ enabled: flag });

const product = z
  .strictObject({ product: text, prices: z.array(text).min(1) })
  .transform((one) => ({
    ...one,
    adjustable_quantity: { enabled: false, maximum: null, minimum: 1 },
  }));

const features = z
  .strictObject({
    customer_update: toggle.extend({
      allowed_updates: z
        .array(z.enum(['address', 'email', 'name', 'phone', 'shipping', 'tax_id']))
        .optional(),
    }),
    invoice_history: toggle,
    payment_method_update: toggle,
    subscription_cancel: toggle.extend({
      mode: z.literal('at_period_end').optional(),
      proration_behavior: z.literal('none').optional(),
    }),
    subscription_update: toggle.extend({
      default_allowed_updates: z.array(z.literal('price')).optional(),
      products: z.array(product).max(10).optional(),
      proration_behavior: z.literal('none').optional(),
      billing_cycle_anchor: z.literal('now').optional(),
      schedule_at_period_end: z
        .strictObject({
          conditions: z.array(
            z.strictObject({ type: z.enum(['decreasing_item_amount', 'shortening_interval']) }),
          ),
        })
        .optional(),
    }),
  })
  .partial();

type Features = PortalConfiguration['features'];

function mergeFeatures(current: Features, given: z.output<typeof features>): Features {
  const merged = Object.entries(given).map(([name, feature]) => [
    name,
    { ...Reflect.get(current, name), ...feature },
  ]);
  return { ...current, ...Object.fromEntries(merged) };
}

const path = pathOf('portalConfigurations');
const optional = { default_return_url: clearable(), metadata };

export const portalConfigurationCalls = [
  call(`POST ${path}`, form({ features }, optional), (account, given) => {
    const configuration = create(account, 'portalConfigurations', { updated: account.now() });
    configuration.features = mergeFeatures(configuration.features, given.features);
    configuration.default_return_url = given.default_return_url ?? null;
    configuration.metadata = mergeMetadata({}, given.metadata);
    return configuration;
  }),

  call(`POST ${path}/:id`, form({}, { ...optional, features }), (account, given, id) => {
    const configuration = find(account.state, 'portalConfigurations', id);
    update(account, 'billing_portal.configuration.updated', configuration, {
      ...given,
      features: mergeFeatures(configuration.features, given.features ?? {}),
      metadata: mergeMetadata(configuration.metadata ?? {}, given.metadata),
      updated: account.now(),
    });
    return configuration;
  }),
];
