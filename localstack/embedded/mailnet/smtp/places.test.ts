import { expect, it } from 'vitest';
import { Places } from './places.ts';

it('has so many places a client, each given back once', () => {
  const places = new Places();
  const leave = places.take('a', 2);
  expect(places.take('a', 2)).toBeDefined();
  expect(places.take('a', 2)).toBeUndefined();
  expect(places.take('b', 2)).toBeDefined();
  leave?.();
  leave?.();
  expect(places.take('a', 2)).toBeDefined();
  expect(places.take('a', 2)).toBeUndefined();
});
