import { beforeAll, expect, test } from 'vitest';
import i18next from 'i18next';
import { ApiError } from '../../../shared/contract/api-error.ts';
import { en } from '../../../shared/texts/en.ts';
import { formErrorsOf, messagesOf } from './failure.ts';

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { shared: en } } }));

const refused = new ApiError({
  status: 422,
  code: 'validation',
  messages: ['Please check the fields'],
  fields: { email: ['Not an address', 'Too long'], shoe_size: ['Too small'] },
});

test('the messages of the server are shown as the texts of the app are', () => {
  expect(messagesOf(refused)).toEqual(['Please check the fields']);
  const french = new ApiError({ status: 400, code: 'malformed', messages: ['Cet e-mail\u202f!'] });
  expect(messagesOf(french)).toEqual(['Cet e-\u2060mail\u00a0!']);
});

test('a refusal that the flow handles has no message', () => {
  const step = new ApiError({ status: 403, code: 'unverified', messages: [] });
  expect(messagesOf(step)).toEqual([]);
  expect(formErrorsOf(step, () => true)).toEqual({});
});

test.each([
  ['no answer', new ApiError({ status: 0, code: 'unreachable' })],
  ['an answer of something on the way', new ApiError({ status: 502, code: 'unreadable' })],
  ['a mistake of ours', new TypeError('x is undefined')],
])('%s gets the generic sentence', (_, failure) => {
  expect(messagesOf(failure)).toEqual(['Something Went Wrong Try Again']);
});

test('a device without a network is told so', () => {
  const offline = new ApiError({ status: 0, code: 'offline' });
  expect(messagesOf(offline)).toEqual([en['error.offline']]);
});

test('a form keeps the first message of each of its fields, else one for all of it', () => {
  expect(formErrorsOf(refused, (name) => name === 'email')).toEqual({ email: 'Not an address' });
  expect(formErrorsOf(refused, () => false)).toEqual({ root: 'Please check the fields' });
});
