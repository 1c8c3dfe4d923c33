import { z } from 'zod';
import { defineRoute } from './route.ts';
import { clearableText, flag, formSchema, mergeMetadata, metadata, text } from './parameters.ts';
import { createObject, findObject, apiPathOf, updateObject } from '../model/objects.ts';
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

const path = apiPathOf('portalConfigurations');
const optional = { default_return_url: clearableText(), metadata };

export const portalConfigurationRoutes = [
  defineRoute(`POST ${path}`, formSchema({ features }, optional), (account, given) => {
    const configuration = createObject(account, 'portalConfigurations', { updated: account.now() });
    configuration.features = mergeFeatures(configuration.features, given.features);
    configuration.default_return_url = given.default_return_url ?? null;
    configuration.metadata = mergeMetadata({}, given.metadata);
    return configuration;
  }),

  defineRoute(
    `POST ${path}/:id`,
    formSchema({}, { ...optional, features }),
    (account, given, id) => {
      const configuration = findObject(account.state, 'portalConfigurations', id);
      updateObject(account, 'billing_portal.configuration.updated', configuration, {
        ...given,
        features: mergeFeatures(configuration.features, given.features ?? {}),
        metadata: mergeMetadata(configuration.metadata ?? {}, given.metadata),
        updated: account.now(),
      });
      return configuration;
    },
  ),
];
