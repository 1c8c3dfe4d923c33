import Sdk from 'stripe';
import { describe, expect, it } from 'vitest';
import { TEST_STRIPE } from '../../../tests/support/test-context.ts';
import { createStripeClient } from './stripe-client.ts';

const client = createStripeClient(async () => TEST_STRIPE, undefined);

type Failure = Parameters<typeof Sdk.errors.StripeError.generate>[0];

/** The error that a call throws when Stripe fails it with `failure`. */
const failureOf = (failure: Failure): Promise<unknown> =>
  client
    .call(() => Promise.reject(Sdk.errors.StripeError.generate(failure)))
    .catch((error: unknown) => error);

describe('a failure of Stripe', () => {
  it.each(['idempotency_error', 'invalid_request_error', 'api_error'] as const)(
    'leaves the key unspent while another call is under way with it: 409, %s',
    async (type) => {
      expect(await failureOf({ type, statusCode: 409, message: 'key in use' })).toMatchObject({
        name: 'StripeUnavailableError',
        spent: false,
      });
    },
  );

  it('spends the key when it is a response that Stripe keeps', async () => {
    expect(await failureOf({ type: 'api_error', statusCode: 500 })).toMatchObject({
      name: 'StripeUnavailableError',
      spent: true,
    });
    const refused = { type: 'idempotency_error', statusCode: 400 } as const;
    expect(await failureOf(refused)).toMatchObject({ name: 'StripeRefusedError', spent: true });
  });

  it('leaves the key unspent when Stripe did not look at the call', async () => {
    for (const statusCode of [401, 429])
      expect(await failureOf({ type: 'invalid_request_error', statusCode })).toMatchObject({
        name: 'StripeUnavailableError',
        spent: false,
      });
  });
});
