import { expect, test } from 'vitest';
import { providerName } from './provider-name.ts';

test.each([
  ['google', 'Google'],
  ['ovh', 'OVHcloud'],
  ['t-online', 'T-Online'],
  ['new-provider', 'New-provider'],
])('shows %s as %s', (id, name) => {
  expect(providerName(id)).toBe(name);
});
