import Sdk from 'stripe';
import { describe, expect, it } from 'vitest';
import { TEST_STRIPE } from '../../../tests/support/test-context.ts';
import { createStripeClient } from './stripe-client.ts';

const client = createStripeClient(async () => TEST_STRIPE, undefined);

type Failure = Parameters<typeof Sdk.errors.StripeError.generate>[0];

const failureOf = (failure: Failure): Promise<unknown> =>
  client
    .call(() => Promise.reject(Sdk.errors.StripeError.generate(failure)))
    .catch((error: unknown) => error);

describe('idempotency key after a failed call', () => {
  it.each(['idempotency_error', 'invalid_request_error', 'api_error'] as const)(
    'is not spent while another call with it is in progress: 409, %s',
    async (type) => {
      expect(await failureOf({ type, statusCode: 409, message: 'key in use' })).toMatchObject({
        name: 'StripeUnavailableError',
        spent: false,
      });
    },
  );

  it('is spent if Stripe has stored the response', async () => {
    expect(await failureOf({ type: 'api_error', statusCode: 500 })).toMatchObject({
      name: 'StripeUnavailableError',
      spent: true,
    });
    const refused = { type: 'idempotency_error', statusCode: 400 } as const;
    expect(await failureOf(refused)).toMatchObject({ name: 'StripeRefusedError', spent: true });
  });

  it('is not spent if Stripe did not process the call', async () => {
    for (const statusCode of [401, 429])
      expect(await failureOf({ type: 'invalid_request_error', statusCode })).toMatchObject({
        name: 'StripeUnavailableError',
        spent: false,
      });
  });
});
