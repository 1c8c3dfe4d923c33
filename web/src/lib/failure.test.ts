import { beforeAll, expect, test } from 'vitest';
import i18next from 'i18next';
import { ApiError } from '../../../shared/client/api-error.ts';
import { en } from '../../../shared/texts/en.ts';
import { formErrorsOf, errorMessagesOf } from './failure.ts';

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { shared: en } } }));

const refused = new ApiError({
  status: 422,
  code: 'validation',
  messages: ['Please check the fields'],
  fields: { email: ['Not an address', 'Too long'], shoe_size: ['Too small'] },
});

test('adapts the messages of the server to the fonts of the app', () => {
  expect(errorMessagesOf(refused)).toEqual(['Please check the fields']);
  const french = new ApiError({ status: 400, code: 'malformed', messages: ['Cet e-mail\u202f!'] });
  expect(errorMessagesOf(french)).toEqual(['Cet e-\u2060mail\u00a0!']);
});

test('returns no message for an error that the flow handles', () => {
  const step = new ApiError({ status: 403, code: 'unverified', messages: [] });
  expect(errorMessagesOf(step)).toEqual([]);
  expect(formErrorsOf(step, () => true)).toEqual({});
});

test.each([
  ['a missing response', new ApiError({ status: 0, code: 'unreachable' })],
  ['a response of a proxy', new ApiError({ status: 502, code: 'unreadable' })],
  ['a bug', new TypeError('x is undefined')],
])('returns the generic message for %s', (_, failure) => {
  expect(errorMessagesOf(failure)).toEqual(['Something Went Wrong Try Again']);
});

test('reports that the device is offline', () => {
  const offline = new ApiError({ status: 0, code: 'offline' });
  expect(errorMessagesOf(offline)).toEqual([en['error.offline']]);
});

test('keeps the first message of each field, or else one for the whole form', () => {
  expect(formErrorsOf(refused, (name) => name === 'email')).toEqual({ email: 'Not an address' });
  expect(formErrorsOf(refused, () => false)).toEqual({ root: 'Please check the fields' });
});
