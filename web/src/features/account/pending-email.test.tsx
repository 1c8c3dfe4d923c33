import { expect, test } from 'vitest';
import {
  clearPendingEmail,
  readPendingEmail,
  readPendingRegistration,
  setPendingEmail,
} from './pending-email.ts';

test('forgets the secret when another address is pending', () => {
  const pending = () => [readPendingEmail(), readPendingRegistration()];
  setPendingEmail('ada@tamis.test', 'secret');
  expect(pending()).toEqual(['ada@tamis.test', 'secret']);
  setPendingEmail('eve@tamis.test', undefined);
  expect(pending()).toEqual(['eve@tamis.test', undefined]);
  setPendingEmail('ada@tamis.test', 'secret');
  clearPendingEmail();
  expect(pending()).toEqual([undefined, undefined]);
});
