import { z } from 'zod';

/** What a test makes the fake do wrong; `POST /stripe/faults` with `{}` ends it all. */
export const faultsSchema = z.strictObject({
  webhooks: z
    .strictObject({
      /** Each delivery is sent this many times. */
      copies: z.number().int().min(1).max(10).default(1),
      /** Events are recorded but never sent: `delivery_success` stays false. */
      drop: z.boolean().default(false),
      /** So many deliveries are gathered and then sent in reverse order, one after the other. */
      reverse: z.number().int().min(0).max(100).default(0),
      delay_ms: z.number().min(0).max(600_000).default(0),
      /** The version that events claim to have. */
      api_version: z.string().optional(),
    })
    .prefault({}),
  invoices: z
    .strictObject({
      /** False: new invoices of subscriptions stay drafts: Stripe cannot compute their tax. */
      finalize: z.boolean().default(true),
      /** True: they stay drafts for an hour first, as at Stripe. */
      draft: z.boolean().default(false),
      /** True: each customer's are numbered for themselves, as the dashboard may have chosen. */
      per_customer: z.boolean().default(false),
    })
    .prefault({}),
  api: z
    .strictObject({
      /**
       * `limit` and `lock`: 429, nothing happened, for too many calls and for an object in use.
       * `before`: 503, nothing happened. `after`: it happened, the response is a 500 that the
       * idempotency key repeats. `lost`: it happened, the connection ends without a response.
       */
      fail: z.enum(['limit', 'lock', 'before', 'after', 'lost']),
      /** So many calls, then all is well. */
      times: z.number().int().min(1).default(1),
      /** Only calls whose path begins so. */
      path: z.string().default('/v1/'),
      method: z.enum(['GET', 'POST', 'DELETE']).optional(),
    })
    .optional(),
});

export type Faults = z.output<typeof faultsSchema>;

export const noFaults = (): Faults => faultsSchema.parse({});
