import { expect, test } from 'vitest';
import { withStripeKeys } from './stripe.ts';

const MADE = JSON.stringify({ secret_key: '', webhook_secret: 'made' });

test('gives the fake and the product the same key and the generated secret', () => {
  expect(JSON.parse(withStripeKeys(MADE, {}))).toEqual({
    secret_key: 'sk_test_embedded',
    webhook_secret: 'made',
  });
});

test('adds a real Stripe key and the secret of the Stripe CLI', () => {
  const environment = { STRIPE_SECRET_KEY: 'sk_test_mine', STRIPE_WEBHOOK_SECRET: 'whsec_mine' };
  expect(JSON.parse(withStripeKeys(MADE, environment))).toEqual({
    secret_key: 'sk_test_mine',
    webhook_secret: 'whsec_mine',
  });
});

test.each(['plain letters', '{"other":"1"}'])(
  'leaves a secret of another service unchanged: %s',
  (secret) => {
    expect(withStripeKeys(secret, { STRIPE_SECRET_KEY: 'sk_test_mine' })).toBe(secret);
  },
);
