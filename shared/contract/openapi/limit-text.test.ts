import { expect, it } from 'vitest';
import { contract } from '../index.ts';
import { limitText } from './limit-text.ts';

it.each([
  ['health', '300 calls in a minute for a network'],
  ['register', '10 calls in an hour for a network'],
  ['me', '300 calls in a minute for an account'],
  ['login', '50 calls in an hour for a network'],
  [
    'checkEmail',
    '60 calls in a minute for an account, 600 calls in a minute once it has paid; with an API key also 10 calls in a second',
  ],
] as const)('the limit of %s: %s', (name, sentence) => {
  expect(limitText(contract[name])).toBe(sentence);
});
