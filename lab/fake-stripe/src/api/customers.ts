import { z } from 'zod';
import { defineRoute } from './route.ts';
import { clearableText, formSchema, mergeMetadata, metadata, text } from './parameters.ts';
import { invalidRequestError, noSuchObjectError } from '../model/errors.ts';
import {
  createObject,
  findObject,
  isDeleted,
  fromFixture,
  updateObject,
} from '../model/objects.ts';
import type { Account } from '../model/account.ts';
import type { Customer, State } from '../model/state.ts';
import { endSubscription, isActiveOrPastDue } from '../operations/subscriptions.ts';

const address = z.strictObject({
  city: clearableText().default(null),
  country: z.string().length(2),
  line1: clearableText().default(null),
  line2: clearableText().default(null),
  postal_code: clearableText().default(null),
  state: clearableText().default(null),
});
const invoice_settings = z
  .strictObject({ footer: clearableText() })
  .transform((given) => ({ ...fromFixture<Customer>('customer', {}).invoice_settings, ...given }));

const parameters = formSchema(
  {},
  {
    address,
    email: clearableText(512),
    invoice_settings,
    name: clearableText(256),
    preferred_locales: z.array(text),
    metadata,
    tax: z.strictObject({ validate_location: z.enum(['deferred', 'immediately']) }),
  },
);

/** Countries in which tax requires a postal code: docs.stripe.com/tax/customer-locations */
const POSTAL_CODES: Readonly<Record<string, RegExp>> = {
  US: /^\d{5}(?:-?\d{4})?$/,
  CA: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i,
};

function checkLocation({ tax, address: given }: z.output<typeof parameters>): void {
  const pattern = POSTAL_CODES[given?.country ?? ''];
  if (
    tax?.validate_location === 'immediately' &&
    pattern &&
    !pattern.test(given?.postal_code ?? '')
  )
    throw invalidRequestError("The customer's location isn't recognized.", {
      code: 'customer_tax_location_invalid',
      param: 'address',
    });
}

/** Tax id formats that Stripe checks immediately. It verifies later whether the company exists. */
const TAX_IDS = {
  eu_vat:
    /^(?:AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[0-9A-Z]{2,13}$/,
  gb_vat: /^GB(?:\d{9}|\d{12})$/,
  ch_vat: /^CHE-\d{3}\.\d{3}\.\d{3} (?:MWST|TVA|IVA)$/,
  no_vat: /^\d{9}MVA$/,
  fr_siren: /^\d{9}$/,
} as const;
const COUNTRIES = { gb_vat: 'GB', ch_vat: 'CH', no_vat: 'NO', fr_siren: 'FR' } as const;
const newTaxId = formSchema(
  {
    type: z.enum(['eu_vat', 'gb_vat', 'ch_vat', 'no_vat', 'fr_siren']),
    value: text,
    owner: z.strictObject({ type: z.literal('customer'), customer: text }),
  },
  {},
);

/** Finds a customer, but rejects a deleted one, of which only the id and `deleted` remain. */
function findLive(state: State, id: string): Customer {
  const customer = findObject(state, 'customers', id);
  if (isDeleted(customer)) throw noSuchObjectError('customer', id);
  return customer;
}

export const customerRoutes = [
  defineRoute('POST /v1/customers', parameters, (account, { tax: _tax, ...given }) => {
    const customer = createObject(account, 'customers', {
      ...given,
      invoice_prefix: account.newId('').slice(-8).toUpperCase(),
      metadata: mergeMetadata({}, given.metadata),
    });
    account.emit('customer.created', customer);
    return customer;
  }),

  defineRoute('POST /v1/customers/:id', parameters, (account, given, id) => {
    const customer = findLive(account.state, id);
    checkLocation(given);
    const { tax: _tax, ...changed } = given;
    updateObject(account, 'customer.updated', customer, {
      ...changed,
      metadata: mergeMetadata(customer.metadata, given.metadata),
    });
    return customer;
  }),

  defineRoute('DELETE /v1/customers/:id', formSchema({}, {}), (account, _given, id) =>
    deleteCustomer(account, findLive(account.state, id)),
  ),

  defineRoute('POST /v1/tax_ids', newTaxId, (account, { type, value, owner }) => {
    findLive(account.state, owner.customer);
    if (!TAX_IDS[type].test(value))
      throw invalidRequestError(`Invalid value for ${type}.`, {
        code: 'tax_id_invalid',
        param: 'value',
      });
    const country = type === 'eu_vat' ? value.slice(0, 2).replace('EL', 'GR') : COUNTRIES[type];
    return createObject(account, 'taxIds', {
      country,
      customer: owner.customer,
      owner: { customer_account: null, ...owner },
      type,
      value,
    });
  }),

  defineRoute('DELETE /v1/tax_ids/:id', formSchema({}, {}), ({ state }, _given, id) => {
    findObject(state, 'taxIds', id);
    delete state.taxIds[id];
    return { id, object: 'tax_id', deleted: true };
  }),
];

/** Cancels the subscriptions and deletes the cards and tax ids. Keeps the id and the payments. */
function deleteCustomer(account: Account, customer: Customer): object {
  const { state } = account;
  for (const subscription of Object.values(state.subscriptions))
    if (subscription.customer === customer.id && isActiveOrPastDue(subscription))
      endSubscription(account, subscription, 'cancellation_requested');
  for (const taxId of Object.values(state.taxIds))
    if (taxId.customer === customer.id) delete state.taxIds[taxId.id];
  for (const card of Object.values(state.cards))
    if (card.customer === customer.id) delete state.cards[card.id];
  account.emit('customer.deleted', customer);
  const deleted = { id: customer.id, object: 'customer', deleted: true } as const;
  Object.assign(state.customers, { [customer.id]: deleted });
  return deleted;
}
