import { z } from 'zod';
import { defineRoute } from './route.ts';
import { flag, formSchema, integer, text, url } from './parameters.ts';
import { createObject, findObject, fromFixture, updateObject } from '../model/objects.ts';
import { API_VERSION } from '../model/state.ts';
import { omitSecret } from './read.ts';

const taxCode = z.string().regex(/^txcd_\d{8}$/);
const enabled_events = z.array(text).min(1);

export const catalogRoutes = [
  defineRoute(
    'POST /v1/products',
    formSchema({ name: text }, { id: text, tax_code: taxCode }),
    (account, given) => createObject(account, 'products', { ...given, updated: account.now() }),
  ),

  defineRoute(
    'POST /v1/products/:id',
    formSchema({}, { name: text, active: flag, tax_code: taxCode }),
    (account, given, id) => {
      const product = findObject(account.state, 'products', id);
      updateObject(account, 'product.updated', product, { ...given, updated: account.now() });
      return product;
    },
  ),

  defineRoute(
    'POST /v1/prices',
    formSchema(
      { product: text, currency: z.literal('eur'), unit_amount: integer.pipe(z.number().min(0)) },
      {
        recurring: z.strictObject({
          interval: z.enum(['month', 'year']),
          interval_count: integer.default(1),
        }),
        tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']),
        lookup_key: text.max(200),
      },
    ),
    (account, { recurring, ...given }) => {
      const { state } = account;
      findObject(state, 'products', given.product, 'product');
      return createObject(account, 'prices', {
        ...given,
        unit_amount_decimal: String(given.unit_amount),
        type: recurring === undefined ? 'one_time' : 'recurring',
        recurring: recurring ? fromFixture('recurring', recurring) : null,
      });
    },
  ),

  defineRoute('POST /v1/prices/:id', formSchema({}, { active: flag }), (account, given, id) => {
    const price = findObject(account.state, 'prices', id);
    updateObject(account, 'price.updated', price, given);
    return price;
  }),

  defineRoute(
    'POST /v1/webhook_endpoints',
    formSchema({ url, enabled_events }, { api_version: z.literal(API_VERSION) }),
    (account, given) =>
      createObject(account, 'webhookEndpoints', {
        ...given,
        secret: account.webhookSecret ?? account.newId('whsec'),
      }),
  ),

  defineRoute(
    'POST /v1/webhook_endpoints/:id',
    formSchema({}, { enabled_events, disabled: flag }),
    ({ state }, { disabled, ...given }, id) => {
      const status = disabled === undefined ? {} : { status: disabled ? 'disabled' : 'enabled' };
      return omitSecret(Object.assign(findObject(state, 'webhookEndpoints', id), given, status));
    },
  ),

  defineRoute('DELETE /v1/webhook_endpoints/:id', formSchema({}, {}), ({ state }, _given, id) => {
    findObject(state, 'webhookEndpoints', id);
    delete state.webhookEndpoints[id];
    return { id, object: 'webhook_endpoint', deleted: true };
  }),
];
