import { z } from 'zod';
import { call } from './call.ts';
import { flag, form, integer, text, url } from './parameters.ts';
import { create, find, fromFixture, update } from '../model/objects.ts';
import { API_VERSION } from '../model/state.ts';
import { omitSecret } from './read.ts';

const taxCode = z.string().regex(/^txcd_\d{8}$/);
const enabled_events = z.array(text).min(1);

export const shopCalls = [
  call(
    'POST /v1/products',
    form({ name: text }, { id: text, tax_code: taxCode }),
    (account, given) => create(account, 'products', { ...given, updated: account.now() }),
  ),

  call(
    'POST /v1/products/:id',
    form({}, { name: text, active: flag, tax_code: taxCode }),
    (account, given, id) => {
      const product = find(account.state, 'products', id);
      update(account, 'product.updated', product, { ...given, updated: account.now() });
      return product;
    },
  ),

  call(
    'POST /v1/prices',
    form(
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
      find(state, 'products', given.product, 'product');
      return create(account, 'prices', {
        ...given,
        unit_amount_decimal: String(given.unit_amount),
        type: recurring === undefined ? 'one_time' : 'recurring',
        recurring: recurring ? fromFixture('recurring', recurring) : null,
      });
    },
  ),

  call('POST /v1/prices/:id', form({}, { active: flag }), (account, given, id) => {
    const price = find(account.state, 'prices', id);
    update(account, 'price.updated', price, given);
    return price;
  }),

  call(
    'POST /v1/webhook_endpoints',
    form({ url, enabled_events }, { api_version: z.literal(API_VERSION) }),
    (account, given) =>
      create(account, 'webhookEndpoints', {
        ...given,
        secret: account.webhookSecret ?? account.newId('whsec'),
      }),
  ),

  call(
    'POST /v1/webhook_endpoints/:id',
    form({}, { enabled_events, disabled: flag }),
    ({ state }, { disabled, ...given }, id) => {
      const status = disabled === undefined ? {} : { status: disabled ? 'disabled' : 'enabled' };
      return omitSecret(Object.assign(find(state, 'webhookEndpoints', id), given, status));
    },
  ),
];
