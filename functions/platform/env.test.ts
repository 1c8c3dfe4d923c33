import { expect, it } from 'vitest';
import { testEnv } from '../../tests/support/test-env.ts';
import { readEnv } from './env.ts';

it('names every missing or invalid setting', () => {
  expect(() => testEnv({ TABLE_NAME: '', STRIPE_TERMS: 'perhaps', TIME_SCALE: 'fast' })).toThrow(
    /^The environment is incomplete\. TABLE_NAME: .*; STRIPE_TERMS: .*; TIME_SCALE: /,
  );
  expect(() => readEnv({})).toThrow(/STAGE: .*TABLE_NAME: .*LIST_QUEUE_URL: /s);
});

it('accepts any stage name', () => {
  expect(testEnv({ STAGE: 'prod-eu2' }).STAGE).toBe('prod-eu2');
});

it('rejects the stage local if a service has no endpoint', () => {
  expect(() => testEnv({ STAGE: 'local', AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' })).toThrow(
    'Stage local requires AWS_ENDPOINT_URL or an endpoint for DYNAMODB, LAMBDA, SQS, SES, SECRETS_MANAGER',
  );
});

it('rejects live payments without a choice of VAT', () => {
  expect(() => testEnv({ STRIPE_LIVE: 'true' })).toThrow('require TAX: stripe or franchise-293B');
  expect(testEnv({ STRIPE_LIVE: 'true', TAX: 'franchise-293B' }).TAX).toBe('franchise-293B');
});
