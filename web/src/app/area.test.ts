import { expect, test } from 'vitest';
import { areaOf } from './area.ts';

test.each([
  [{ role: 1, terms_accepted: 0 }, 'admin'],
  [{ role: 1, terms_accepted: 1 }, 'admin'],
  [{ role: 2, terms_accepted: 0 }, 'terms'],
  [{ role: 2, terms_accepted: 1 }, 'customer'],
] as const)('%j belongs to the area %s', (user, area) => {
  expect(areaOf(user)).toBe(area);
});
