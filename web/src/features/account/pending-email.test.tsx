import { expect, test } from 'vitest';
import {
  clearPendingEmail,
  pendingEmail,
  pendingRegistration,
  setPendingEmail,
} from './pending-email.ts';

test('the secret belongs to the address it came with', () => {
  const pending = () => [pendingEmail(), pendingRegistration()];
  setPendingEmail('ada@tamis.test', 'secret');
  expect(pending()).toEqual(['ada@tamis.test', 'secret']);
  setPendingEmail('eve@tamis.test', undefined);
  expect(pending()).toEqual(['eve@tamis.test', undefined]);
  setPendingEmail('ada@tamis.test', 'secret');
  clearPendingEmail();
  expect(pending()).toEqual([undefined, undefined]);
});
