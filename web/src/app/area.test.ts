import { expect, test } from 'vitest';
import { areaOf, homeOf } from './area.ts';

test.each([
  [{ role: 1, terms_accepted: 0 }, '/admin-dashboard'],
  [{ role: 1, terms_accepted: 1 }, '/admin-dashboard'],
  [{ role: 2, terms_accepted: 0 }, '/tnc-accept'],
  [{ role: 2, terms_accepted: 1 }, '/dashboard'],
] as const)('%j is at home on %s', (user, home) => {
  expect(homeOf[areaOf(user)]).toBe(home);
});
