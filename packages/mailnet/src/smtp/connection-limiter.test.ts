import { expect, it } from 'vitest';
import { createConnectionLimiter } from './server.ts';

it('limits connections per client, and releases each only once', () => {
  const take = createConnectionLimiter();
  const leave = take('a', 2);
  expect(take('a', 2)).toBeDefined();
  expect(take('a', 2)).toBeUndefined();
  expect(take('b', 2)).toBeDefined();
  leave?.();
  leave?.();
  expect(take('a', 2)).toBeDefined();
  expect(take('a', 2)).toBeUndefined();
});
