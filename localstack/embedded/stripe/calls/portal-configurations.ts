import { z } from 'zod';
import { call } from '../http/call.ts';
import { listPage } from '../http/list.ts';
import {
  clearable,
  expand,
  flag,
  listing,
  mergedMetadata,
  metadata,
  text,
} from '../http/parameters.ts';
import { noSuch } from '../http/stripe-error.ts';
import { priceNamed } from '../model/find.ts';
import type { PortalConfiguration, State } from '../model/state.ts';

const proration = z.enum(['none', 'always_invoice', 'create_prorations']);
const condition = z.strictObject({
  type: z.enum(['decreasing_item_amount', 'shortening_interval']),
});
const reason = z.enum([
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
]);

const features = z.strictObject({
  customer_update: z
    .strictObject({
      enabled: flag,
      allowed_updates: z
        .array(z.enum(['address', 'email', 'name', 'phone', 'shipping', 'tax_id']))
        .optional(),
    })
    .optional(),
  invoice_history: z.strictObject({ enabled: flag }).optional(),
  payment_method_update: z.strictObject({ enabled: flag }).optional(),
  subscription_cancel: z
    .strictObject({
      enabled: flag,
      mode: z.enum(['at_period_end', 'immediately']).optional(),
      proration_behavior: proration.optional(),
      cancellation_reason: z
        .strictObject({ enabled: flag, options: z.array(reason).optional() })
        .optional(),
    })
    .optional(),
  subscription_update: z
    .strictObject({
      enabled: flag,
      default_allowed_updates: z
        .union([z.literal(''), z.array(z.enum(['price', 'promotion_code', 'quantity']))])
        .optional(),
      products: z.array(z.strictObject({ product: text, prices: z.array(text).min(1) })).optional(),
      proration_behavior: proration.optional(),
      billing_cycle_anchor: z.enum(['now', 'unchanged']).optional(),
      schedule_at_period_end: z
        .strictObject({ conditions: z.array(condition).optional() })
        .optional(),
      trial_update_behavior: z.enum(['continue_trial', 'end_trial']).optional(),
    })
    .optional(),
});

const fields = {
  business_profile: z
    .strictObject({
      headline: clearable.max(60).optional(),
      privacy_policy_url: text.optional(),
      terms_of_service_url: text.optional(),
    })
    .optional(),
  default_return_url: clearable.optional(),
  login_page: z.strictObject({ enabled: flag }).optional(),
  metadata: metadata.optional(),
  name: clearable.optional(),
  expand,
};

type Features = PortalConfiguration['features'];

const NOTHING: Features = {
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, feedback_options: null, options: [] },
    enabled: false,
    mode: 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_pause: {
    duration: { interval_options: [], type: 'indefinite' },
    enabled: false,
  },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: [],
    enabled: false,
    products: [],
    proration_behavior: 'none',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial',
  },
};

/** What is given replaces what was there, feature by feature. */
function withFeatures(state: State, before: Features, given: z.output<typeof features>): Features {
  const { subscription_update: update, subscription_cancel: cancel } = given;
  update?.products?.forEach(({ prices }, i) =>
    prices.forEach((price, k) =>
      priceNamed(state, price, `features[subscription_update][products][${i}][prices][${k}]`),
    ),
  );
  const was = before.subscription_update;
  return {
    ...before,
    customer_update: { ...before.customer_update, ...given.customer_update },
    invoice_history: given.invoice_history ?? before.invoice_history,
    payment_method_update: { ...before.payment_method_update, ...given.payment_method_update },
    subscription_cancel: {
      ...before.subscription_cancel,
      ...cancel,
      cancellation_reason: {
        ...before.subscription_cancel.cancellation_reason,
        ...cancel?.cancellation_reason,
      },
    },
    subscription_update: {
      ...was,
      ...update,
      default_allowed_updates: update?.default_allowed_updates || was.default_allowed_updates,
      products:
        update?.products?.map((one) => ({
          ...one,
          adjustable_quantity: { enabled: false, maximum: null, minimum: 1 },
        })) ?? was.products,
      schedule_at_period_end: {
        conditions:
          update?.schedule_at_period_end?.conditions ?? was.schedule_at_period_end.conditions,
      },
    },
  };
}

const of = (state: State, id: string): PortalConfiguration => {
  const configuration = state.portalConfigurations[id];
  if (configuration === undefined) throw noSuch('configuration', id);
  return configuration;
};

const PATH = '/v1/billing_portal/configurations';

export const portalConfigurationCalls = [
  call('POST', PATH, z.strictObject({ ...fields, features }), (world, given) => {
    const profile = given.business_profile;
    const configuration: PortalConfiguration = {
      id: world.newId('bpc'),
      object: 'billing_portal.configuration',
      active: true,
      application: null,
      business_profile: {
        headline: profile?.headline || null,
        privacy_policy_url: profile?.privacy_policy_url ?? null,
        terms_of_service_url: profile?.terms_of_service_url ?? null,
      },
      created: world.now(),
      default_return_url: given.default_return_url || null,
      features: withFeatures(world.state, NOTHING, given.features),
      is_default: false,
      livemode: false,
      login_page: { enabled: given.login_page?.enabled ?? false, url: null },
      metadata: mergedMetadata({}, given.metadata),
      name: given.name || null,
      updated: world.now(),
    };
    world.state.portalConfigurations[configuration.id] = configuration;
    world.emit('billing_portal.configuration.created', configuration);
    return configuration;
  }),

  call(
    'GET',
    PATH,
    z.strictObject({ ...listing, active: flag.optional(), is_default: flag.optional() }),
    ({ state }, { active, is_default, ...page }) => {
      const found = Object.values(state.portalConfigurations).filter(
        (one) =>
          (active === undefined || one.active === active) &&
          (is_default === undefined || one.is_default === is_default),
      );
      return listPage(found, page, PATH);
    },
  ),

  call('GET', `${PATH}/:id`, z.strictObject({ expand }), ({ state }, _given, id) => of(state, id)),

  call(
    'POST',
    `${PATH}/:id`,
    z.strictObject({ ...fields, active: flag.optional(), features: features.optional() }),
    (world, given, id) => {
      const configuration = of(world.state, id);
      const { business_profile: profile } = given;
      configuration.active = given.active ?? configuration.active;
      if (given.features !== undefined) {
        configuration.features = withFeatures(world.state, configuration.features, given.features);
      }
      if (profile !== undefined) {
        configuration.business_profile = {
          ...configuration.business_profile,
          ...profile,
          headline: profile.headline || configuration.business_profile.headline,
        };
      }
      if (given.default_return_url !== undefined) {
        configuration.default_return_url = given.default_return_url || null;
      }
      if (given.name !== undefined) configuration.name = given.name || null;
      configuration.metadata = mergedMetadata(configuration.metadata ?? {}, given.metadata);
      configuration.updated = world.now();
      world.emit('billing_portal.configuration.updated', configuration);
      return configuration;
    },
  ),
];
