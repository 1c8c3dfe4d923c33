import { expect, test } from 'vitest';
import { rejectionOf } from './rejection.ts';

const errors = (...codes: string[]) => codes.map((code) => ({ code }));

test.each([
  ['file-invalid-type', 'type'],
  ['file-too-large', 'large'],
  ['file-too-small', 'small'],
])('%s is shown as %s', (code, told) => {
  expect(rejectionOf(errors(code))).toBe(told);
});

test('the wrong type comes before all other reasons', () => {
  expect(rejectionOf(errors('file-too-large', 'file-invalid-type'))).toBe('type');
});

test('an unknown reason is not shown', () => {
  expect(rejectionOf([])).toBeUndefined();
  expect(rejectionOf(errors('something-new'))).toBeUndefined();
});
