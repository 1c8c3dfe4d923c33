import { z } from 'zod';
import { call } from '../http/call.ts';
import { listPage } from '../http/list.ts';
import {
  clearable,
  expand,
  flag,
  integer,
  listing,
  mergedMetadata,
  metadata,
  text,
} from '../http/parameters.ts';
import { invalid, missing, noSuch } from '../http/stripe-error.ts';
import { newPrice, newProduct } from '../objects/catalogue.ts';
import type { Price, Product, State } from '../model/state.ts';

/** Products and prices. */

const features = z.array(z.strictObject({ name: text })).optional();
const productFields = {
  active: flag.optional(),
  description: clearable.optional(),
  metadata: metadata.optional(),
  marketing_features: features,
  statement_descriptor: text.max(22).optional(),
  tax_code: clearable.optional(),
  unit_label: clearable.optional(),
  url: clearable.optional(),
  expand,
};

const product = (state: State, id: string): Product => {
  const found = state.products[id];
  if (found === undefined) throw noSuch('product', id);
  return found;
};
const price = (state: State, id: string): Price => {
  const found = state.prices[id];
  if (found === undefined) throw noSuch('price', id);
  return found;
};

const orNull = (value: string | undefined): string | null => value || null;

const recurring = z.strictObject({
  interval: z.enum(['month', 'year']),
  interval_count: integer.optional(),
  usage_type: z.literal('licensed').optional(),
});

export const catalogueCalls = [
  call(
    'POST',
    '/v1/products',
    z.strictObject({ ...productFields, name: text, id: text.optional() }),
    (world, given) => {
      const { id = world.newId('prod'), active = true } = given;
      if (world.state.products[id] !== undefined) {
        throw invalid(`Product already exists.`, { code: 'resource_already_exists', param: 'id' });
      }
      const made = newProduct({
        id,
        created: world.now(),
        name: given.name,
        active,
        description: orNull(given.description),
        marketing_features: given.marketing_features ?? [],
        statement_descriptor: orNull(given.statement_descriptor),
        tax_code: orNull(given.tax_code),
        unit_label: orNull(given.unit_label),
        url: orNull(given.url),
        metadata: mergedMetadata({}, given.metadata),
      });
      world.state.products[id] = made;
      world.emit('product.created', made);
      return made;
    },
  ),

  call(
    'GET',
    '/v1/products',
    z.strictObject({ ...listing, active: flag.optional(), ids: z.array(text).optional() }),
    ({ state }, { active, ids, ...page }) => {
      const found = Object.values(state.products).filter(
        (one) =>
          (active === undefined || one.active === active) &&
          (ids === undefined || ids.includes(one.id)),
      );
      return listPage(found, page, '/v1/products');
    },
  ),

  call('GET', '/v1/products/:id', z.strictObject({ expand }), ({ state }, _given, id) =>
    product(state, id),
  ),

  call(
    'POST',
    '/v1/products/:id',
    z.strictObject({ ...productFields, name: text.optional(), default_price: text.optional() }),
    (world, given, id) => {
      const found = product(world.state, id);
      const before = structuredClone(found);
      found.active = given.active ?? found.active;
      found.name = given.name ?? found.name;
      found.default_price = given.default_price ?? found.default_price ?? null;
      if (given.description !== undefined) found.description = orNull(given.description);
      if (given.marketing_features) found.marketing_features = given.marketing_features;
      if (given.tax_code !== undefined) found.tax_code = orNull(given.tax_code);
      if (given.unit_label !== undefined) found.unit_label = orNull(given.unit_label);
      if (given.url !== undefined) found.url = orNull(given.url);
      if (given.statement_descriptor) found.statement_descriptor = given.statement_descriptor;
      found.metadata = mergedMetadata(found.metadata, given.metadata);
      found.updated = world.now();
      world.emit('product.updated', found, before);
      return found;
    },
  ),

  call(
    'POST',
    '/v1/prices',
    z.strictObject({
      product: text,
      currency: text.length(3),
      unit_amount: integer.pipe(z.number().min(0)),
      recurring: recurring.optional(),
      tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
      lookup_key: text.max(200).optional(),
      transfer_lookup_key: flag.optional(),
      nickname: text.optional(),
      active: flag.optional(),
      metadata: metadata.optional(),
      expand,
    }),
    (world, given) => {
      const { state } = world;
      const { lookup_key = null } = given;
      if (state.products[given.product] === undefined) {
        throw missing('product', given.product, 'product');
      }
      const holder = Object.values(state.prices).find(
        (one) => lookup_key !== null && one.lookup_key === lookup_key,
      );
      if (holder !== undefined && given.transfer_lookup_key !== true) {
        throw invalid(
          `A price (\`${holder.id}\`) already uses that lookup key. To transfer the lookup key, set ` +
            '`transfer_lookup_key` to true.',
          { param: 'lookup_key' },
        );
      }
      if (holder !== undefined) holder.lookup_key = null;
      const made = newPrice({
        id: world.newId('price'),
        created: world.now(),
        product: given.product,
        currency: given.currency.toLowerCase(),
        unit_amount: given.unit_amount,
        recurring:
          given.recurring === undefined
            ? null
            : {
                interval: given.recurring.interval,
                interval_count: given.recurring.interval_count ?? 1,
                meter: null,
                trial_period_days: null,
                usage_type: 'licensed',
              },
        tax_behavior: given.tax_behavior ?? 'unspecified',
        lookup_key,
        nickname: given.nickname ?? null,
        active: given.active ?? true,
        metadata: mergedMetadata({}, given.metadata),
      });
      state.prices[made.id] = made;
      world.emit('price.created', made);
      return made;
    },
  ),

  call(
    'GET',
    '/v1/prices',
    z.strictObject({
      ...listing,
      active: flag.optional(),
      currency: text.optional(),
      lookup_keys: z.array(text).max(10).optional(),
      product: text.optional(),
      type: z.enum(['one_time', 'recurring']).optional(),
    }),
    ({ state }, { active, currency, lookup_keys, product: of, type, ...page }) => {
      const found = Object.values(state.prices).filter(
        (one) =>
          (active === undefined || one.active === active) &&
          (currency === undefined || one.currency === currency) &&
          (lookup_keys === undefined || lookup_keys.includes(one.lookup_key ?? '')) &&
          (of === undefined || one.product === of) &&
          (type === undefined || one.type === type),
      );
      return listPage(found, page, '/v1/prices');
    },
  ),

  call('GET', '/v1/prices/:id', z.strictObject({ expand }), ({ state }, _given, id) =>
    price(state, id),
  ),

  // Amount and product of a price are fixed for ever.
  call(
    'POST',
    '/v1/prices/:id',
    z.strictObject({
      active: flag.optional(),
      lookup_key: clearable.max(200).optional(),
      transfer_lookup_key: flag.optional(),
      nickname: clearable.optional(),
      metadata: metadata.optional(),
      expand,
    }),
    (world, given, id) => {
      const found = price(world.state, id);
      const { active, lookup_key, nickname } = found;
      found.active = given.active ?? active;
      if (given.lookup_key !== undefined) found.lookup_key = orNull(given.lookup_key);
      if (given.nickname !== undefined) found.nickname = orNull(given.nickname);
      found.metadata = mergedMetadata(found.metadata, given.metadata);
      world.emit('price.updated', found, { active, lookup_key, nickname });
      return found;
    },
  ),
];
