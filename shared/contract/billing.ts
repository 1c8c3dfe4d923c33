import * as z from 'zod/mini';
import { COUNTRIES } from '../model/countries.ts';
import { BILLING_STATUSES, PLAN_INTERVALS, PLAN_TYPE } from '../model/plans/plan-type.ts';
import {
  count,
  emptyResponse,
  envelope,
  id,
  isVisible,
  linkSignature,
  objectId,
  pageNumber,
  pageResponse,
  reachableEmail,
  requiredLine,
  text,
} from './fields.ts';
import { defineRoutes, UNDEFINED_SCHEMA } from './route.ts';

const optionalLine = (description: string, characters: number) =>
  z._default(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(characters, { error: 'field.too_long', abort: true }),
        z.refine(isVisible),
        z.describe(description),
      ),
    '',
  );

const digitsOf = (siren: string) => siren.replaceAll(/\s/g, '');

/** Whether a text is a SIREN: nine digits, ignoring spaces, with a valid Luhn checksum. */
function isSiren(typed: string): boolean {
  const digits = [...digitsOf(typed)].map(Number);
  const sum = digits.reduce((before, digit, index) => {
    const part = index % 2 === 1 ? digit * 2 : digit;
    return before + (part > 9 ? part - 9 : part);
  }, 0);
  return digits.length === 9 && sum % 10 === 0;
}

/**
 * Whether a VAT number is plausible. A French number must contain the company's SIREN (if that is
 * valid) and matching check digits; the checksum of keys with letters is not public. All other
 * numbers are accepted, because Stripe validates them.
 */
function isConsistentVatNumber(vatNumber: string, siren: string): boolean {
  const [, key, sirenInVatNumber = ''] =
    /^FR(\w\w)(\d{9})$/i.exec(vatNumber.replaceAll(/[\s.-]/g, '')) ?? [];
  if (key === undefined) return true;
  const hasValidChecksum =
    !/\d\d/.test(key) || Number(key) === (12 + 3 * (Number(sirenInVatNumber) % 97)) % 97;
  return hasValidChecksum && (!isSiren(siren) || digitsOf(siren) === sirenInVatNumber);
}

export const billingDetails = z
  .object({
    company: requiredLine(150),
    line1: requiredLine(200).check(z.describe('Street and number')),
    line2: optionalLine('Second line of the address', 200),
    postal_code: requiredLine(20),
    city: requiredLine(100),
    country: z.string().check(
      z.refine((code) => COUNTRIES.includes(code), { error: 'field.required' }),
      z.describe('Country as ISO 3166-1 alpha-2, such as `FR`'),
    ),
    vat_number: optionalLine(
      'VAT number of the EU (such as `FR40303265045`), Great Britain, Switzerland or Norway',
      30,
    ),
    siren: optionalLine('SIREN of a company in France, nine digits', 20),
    invoice_email: z
      ._default(z.union([z.literal(''), reachableEmail()], { error: 'field.email' }), '')
      .check(z.describe('Address that also receives the billing emails')),
  })
  .check(
    z.refine(({ siren }) => siren === '' || isSiren(siren), {
      error: 'field.siren',
      path: ['siren'],
    }),
    z.refine(({ vat_number, siren }) => isConsistentVatNumber(vat_number, siren), {
      error: 'field.vat_number',
      path: ['vat_number'],
    }),
  );
export type BillingDetails = z.infer<typeof billingDetails>;

const interval = () =>
  z.enum(PLAN_INTERVALS).check(z.describe('How often it is paid: `once` for a pack'));
const planType = () =>
  z.enum(PLAN_TYPE).check(z.describe('1 for a subscription, 2 for a pack of credits'));

export const planRow = z.object({
  id: text('Id of the plan, such as `pack_1000`'),
  type: planType(),
  interval: interval(),
  credits: count('Credits that each payment adds'),
  price: text('Price, such as `€5.00`; `vat` says whether VAT is added to it'),
  price_cents: count('Price in euro cents'),
  vat: z
    .enum(['excluded', 'not_applicable'])
    .check(
      z.describe(
        '`excluded` if VAT is added where it applies, `not_applicable` under article 293 B of the CGI',
      ),
    ),
  description: text('Description in English, as items separated by `|`'),
  description_fr: text('Description in French, as items separated by `|`'),
  payment_url: text('Link for this user to the payment page, valid for 15 minutes'),
});
export type PlanRow = z.infer<typeof planRow>;

const billingRow = z.object({
  id: z.string(),
  no_of_credit: count('Credits that were added'),
  price: text('Amount charged, including VAT, such as `€6.00`'),
  price_cents: count('Amount charged, including VAT, in euro cents'),
  date: z.iso.datetime(),
  receipt_url: text('Link to the receipt or invoice, valid for a day'),
  status: z.enum(BILLING_STATUSES),
  plan_id: text(
    'Id of the plan, which may no longer be for sale; `transfer`, `gift` and `replacement` were granted by an administrator and have no documents',
  ),
  type: planType(),
  interval: interval(),
  items: z
    .optional(
      z.array(z.object({ plan_id: z.string(), quantity: count('How often it was bought') })),
    )
    .check(z.describe('Plans of a payment for more than one; `plan_id` is then the first')),
  number: z.nullable(text('Invoice number; null until the invoice is known')),
  net_cents: z.nullable(count('Net amount in euro cents; null until the invoice is known')),
  vat_cents: z.nullable(count('VAT in euro cents; null until the invoice is known')),
  total_cents: count(
    'Net amount plus VAT, in euro cents; above `price_cents` if a Stripe balance paid a part',
  ),
  refunded_cents: count('Amount refunded, in euro cents'),
  invoice_url: text('Link to the invoice as a page, valid for a day'),
  pdf_url: text('Link to the invoice as a PDF, valid for a day'),
  credit_notes: z
    .array(
      z.object({
        number: z.string(),
        total_cents: count('Amount including VAT, in euro cents'),
        url: text('Link to its PDF, valid for a day'),
      }),
    )
    .check(z.describe('Credit notes of the invoice, oldest first')),
});
export type BillingRow = z.infer<typeof billingRow>;

const renewal = z.object({
  card: z
    .nullable(
      z.object({
        brand: text('Brand as named by Stripe, such as `visa` or `cartes_bancaires`'),
        last4: z.string(),
        exp_month: count('Month of expiry, from 1 to 12'),
        exp_year: count('Year of expiry, such as 2034'),
      }),
    )
    .check(z.describe('The saved card; null without one')),
  next: z
    .nullable(
      z.object({
        date: z.iso.datetime(),
        net_cents: count('Amount after discounts, net of VAT, in euro cents'),
        vat_cents: count('VAT in euro cents; 0 if the payment has no VAT'),
        total_cents: count('Net amount plus VAT, in euro cents'),
        price_cents: count(
          'Amount charged to the card, in euro cents; below the total if a Stripe balance pays a part',
        ),
      }),
    )
    .check(
      z.describe(
        'The next payment; null without a plan, if the plan ends, or if the last payment failed',
      ),
    ),
});
export type Renewal = z.infer<typeof renewal>;

const sort = z.enum(['date:desc', 'date:asc']);

/**
 * Limits of a basket. Stripe returns the first ten line items of a session, and accepts amounts up
 * to €999,999.99 (docs.stripe.com/api/checkout/sessions/line_items, docs.stripe.com/currencies).
 */
const MAX_ITEMS = 10;
const MAX_QUANTITY = 100;

export const billingRoutes = defineRoutes('billing', {
  getPlan: {
    method: 'GET',
    path: '/api/get-plan',
    auth: 'customer-terms',
    role: 'billing',
    output: envelope(z.array(planRow)),
  },

  billings: {
    method: 'GET',
    path: '/api/billings',
    auth: 'customer-terms',
    role: 'billing',
    query: z.object({
      sort: z
        ._default(z.catch(sort, 'date:desc'), 'date:desc')
        .check(z.describe('Order as `<field>:<direction>`')),
      page: pageNumber(),
    }),
    output: pageResponse(billingRow),
  },

  subscription: {
    method: 'GET',
    path: '/api/subscription',
    auth: 'customer-terms',
    role: 'billing',
    limit: 'stripe_user',
    query: z.object({
      flow: z
        .optional(z.catch(z.optional(z.enum(['cancel'])), undefined))
        .check(z.describe('`cancel` for a link to the cancellation')),
    }),
    output: envelope(z.url().check(z.describe('Link to the customer portal'))),
    errors: ['not_found', 'payment_unavailable'],
  },

  renewal: {
    method: 'GET',
    path: '/api/renewal',
    auth: 'customer-terms',
    role: 'billing',
    limit: 'stripe_read_user',
    output: envelope(renewal),
    errors: ['payment_unavailable'],
  },

  billingDetails: {
    method: 'GET',
    path: '/api/billing-details',
    auth: 'customer-terms',
    role: 'billing',
    limit: 'stripe_read_user',
    output: envelope(
      z
        .record(z.keyof(billingDetails), z.string())
        .check(z.describe('The billing details; each is empty until it is set')),
    ),
    errors: ['payment_unavailable'],
  },

  /** Stored only at Stripe, until the account is closed. */
  saveBillingDetails: {
    method: 'POST',
    path: '/api/billing-details',
    auth: 'customer-terms',
    role: 'billing',
    limit: 'profile_user',
    body: billingDetails,
    output: emptyResponse(),
    errors: ['not_found', 'payment_unavailable'],
  },

  /**
   * While the payment page is open, the same request returns it again; once it is paid, the page
   * that waits for the credits.
   */
  createCheckout: {
    method: 'POST',
    path: '/api/checkout',
    auth: 'customer-terms',
    role: 'billing',
    limit: 'stripe_user',
    body: z.object({
      items: z
        .array(
          z.object({
            plan_id: objectId(),
            quantity: z
              .int()
              .check(
                z.minimum(1),
                z.maximum(MAX_QUANTITY),
                z.describe('How often the plan is bought'),
              ),
          }),
        )
        .check(
          z.minLength(1),
          z.maxLength(MAX_ITEMS),
          z.describe('Plans to pay for together; at most one subscription'),
        ),
      list_id: z.optional(
        id('List that waits for the credits, to which the payment page leads back').check(
          z.regex(/^[\w-]+$/),
        ),
      ),
    }),
    output: envelope(z.url().check(z.describe('Link to the payment page'))),
    errors: ['expired', 'not_found', 'payment_unavailable', 'wrong_state'],
  },

  /** The `payment_url` of a plan, which a browser opens. */
  checkout: {
    method: 'GET',
    path: '/api/checkout',
    auth: 'signed-link',
    redirect: '/pricing-plan',
    query: z.object({
      plan: z
        ._default(z.catch(z.string().check(z.maxLength(64)), ''), '')
        .check(z.describe('Id of the plan')),
      t: linkSignature(),
    }),
    output: UNDEFINED_SCHEMA,
    errors: ['account_inactive', 'terms_required', 'not_found', 'payment_unavailable'],
  },

  /** The links of a payment to its documents, which a browser opens. */
  receipt: {
    method: 'GET',
    path: '/api/billings/{id}/receipt',
    auth: 'signed-link',
    redirect: '/invoices',
    params: z.object({ id: objectId() }),
    query: z.object({
      document: z
        ._default(z.catch(z.string().check(z.maxLength(64)), 'receipt'), 'receipt')
        .check(z.describe('`receipt`, `invoice`, `pdf`, or the id of a credit note')),
      t: linkSignature(),
    }),
    output: UNDEFINED_SCHEMA,
    errors: ['not_found', 'payment_unavailable'],
  },

  /** The body is the event, byte for byte as it was signed in `Stripe-Signature`. */
  stripeWebhook: {
    method: 'POST',
    path: '/api/stripe/webhook',
    auth: 'stripe',
    output: emptyResponse(),
  },
});
