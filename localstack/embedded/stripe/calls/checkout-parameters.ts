import { z } from 'zod';
import { clearable, expand, flag, integer, metadata, text, url } from '../http/parameters.ts';

/** Parameters of `checkout.sessions.create`, as far as the fake follows them. */

const message = z.union([z.literal(''), z.strictObject({ message: text.max(1200) })]).optional();

export const checkoutParameters = z.strictObject({
  mode: z.enum(['payment', 'subscription']),
  customer: text,
  client_reference_id: text.max(200).optional(),
  line_items: z
    .array(
      z.strictObject({
        price: text,
        quantity: integer.pipe(z.number().min(1)).optional(),
      }),
    )
    .min(1)
    .max(100),
  success_url: url,
  cancel_url: url.optional(),
  currency: text.optional(),
  ui_mode: z.literal('hosted_page').optional(),
  locale: z.enum(['auto', 'en', 'en-GB', 'fr', 'fr-CA']).optional(),
  expires_at: integer.optional(),
  allowed_payment_method_types: z.array(z.literal('card')).optional(),
  payment_method_collection: z.literal('always').optional(),
  automatic_tax: z
    .strictObject({
      enabled: flag,
      liability: z.strictObject({ type: z.literal('self') }).optional(),
    })
    .optional(),
  tax_id_collection: z
    .strictObject({ enabled: flag, required: z.enum(['if_supported', 'never']).optional() })
    .optional(),
  customer_update: z
    .strictObject({
      address: z.enum(['auto', 'never']).optional(),
      name: z.enum(['auto', 'never']).optional(),
      shipping: z.enum(['auto', 'never']).optional(),
    })
    .optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  consent_collection: z
    .strictObject({
      terms_of_service: z.enum(['none', 'required']).optional(),
      promotions: z.enum(['auto', 'none']).optional(),
      payment_method_reuse_agreement: z
        .strictObject({ position: z.enum(['auto', 'hidden']) })
        .optional(),
    })
    .optional(),
  custom_text: z
    .strictObject({
      after_submit: message,
      shipping_address: message,
      submit: message,
      terms_of_service_acceptance: message,
    })
    .optional(),
  invoice_creation: z
    .strictObject({
      enabled: flag,
      invoice_data: z
        .strictObject({
          description: text.optional(),
          footer: text.optional(),
          metadata: metadata.optional(),
        })
        .optional(),
    })
    .optional(),
  metadata: metadata.optional(),
  payment_intent_data: z
    .strictObject({
      description: text.optional(),
      metadata: metadata.optional(),
      receipt_email: text.optional(),
      setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
      statement_descriptor_suffix: text.optional(),
    })
    .optional(),
  subscription_data: z
    .strictObject({
      description: text.optional(),
      metadata: metadata.optional(),
      billing_mode: z.strictObject({ type: z.literal('flexible') }).optional(),
      proration_behavior: z.enum(['create_prorations', 'none']).optional(),
    })
    .optional(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay', 'subscribe']).optional(),
  allow_promotion_codes: z.literal('false').optional(),
  customer_email: clearable.optional(),
  phone_number_collection: z.strictObject({ enabled: z.literal('false') }).optional(),
  adaptive_pricing: z.strictObject({ enabled: flag }).optional(),
  saved_payment_method_options: z
    .strictObject({
      payment_method_save: z.enum(['disabled', 'enabled']).optional(),
      allow_redisplay_filters: z.array(text).optional(),
      payment_method_remove: z.enum(['disabled', 'enabled']).optional(),
    })
    .optional(),
  expand,
});

export type CheckoutParameters = z.output<typeof checkoutParameters>;
