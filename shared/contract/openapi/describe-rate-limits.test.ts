import { expect, it } from 'vitest';
import { contract } from '../index.ts';
import { describeRateLimits } from './describe-rate-limits.ts';

it.each([
  ['health', '300 calls per minute per network'],
  ['register', '10 calls per hour per network'],
  ['me', '300 calls per minute per user'],
  ['login', '50 calls per hour per network'],
  [
    'checkEmail',
    '60 calls per minute per account (600 calls per minute after a purchase); with an API key also 10 calls per second',
  ],
] as const)('describes the limit of %s as %s', (name, sentence) => {
  expect(describeRateLimits(contract[name])).toBe(sentence);
});
