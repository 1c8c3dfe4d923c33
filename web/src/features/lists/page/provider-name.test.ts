import { expect, test } from 'vitest';
import { formatProviderName } from './provider-name.ts';

test.each([
  ['google', 'Google'],
  ['ovh', 'OVHcloud'],
  ['t-online', 'T-Online'],
  ['new-provider', 'New-provider'],
])('shows %s as %s', (id, name) => {
  expect(formatProviderName(id)).toBe(name);
});
