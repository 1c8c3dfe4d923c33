import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/contract/errors.ts';
import { contract } from '../../../shared/contract/index.ts';
import { errorResponse, fileResponse, jsonResponse, toResponse } from './response.ts';

const bodyOf = (error: AppError, language: 'en' | 'fr' = 'en') =>
  JSON.parse(errorResponse(error, language, 'r1').body) as unknown;

describe('an error response', () => {
  it('contains an array with the message in the requested language', () => {
    expect(errorResponse(new AppError('not_found'), 'fr', 'r1')).toEqual({
      statusCode: 404,
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      body: '{"message":["Cet élément n’existe pas ou n’existe plus"],"code":"not_found","request_id":"r1"}',
    });
  });

  it('lists the fields, and each message only once', () => {
    const fields = {
      first_name: ['field.required'],
      last_name: ['field.required'],
      email: ['field.email'],
    };
    expect(bodyOf(new AppError('validation', { fields }))).toEqual({
      message: ['This field is required', 'Email is not valid email'],
      code: 'validation',
      request_id: 'r1',
      fields: {
        first_name: ['This field is required'],
        last_name: ['This field is required'],
        email: ['Email is not valid email'],
      },
    });
  });

  it('names the field in each message if asked to', () => {
    const fields = { email: ['field.required'], name: ['field.required'] };
    const response = errorResponse(new AppError('validation', { fields }), 'fr', 'r1', true);
    expect(JSON.parse(response.body)).toMatchObject({
      message: ['email\u00a0: Ce champ est obligatoire', 'name\u00a0: Ce champ est obligatoire'],
      fields: { email: ['Ce champ est obligatoire'], name: ['Ce champ est obligatoire'] },
    });
  });

  it('names the values that a field accepts', () => {
    const fields = {
      'scopes.0': [{ text: 'field.not_allowed', values: ['check', 'read'] }],
    } as const;
    expect(bodyOf(new AppError('validation', { fields }))).toMatchObject({
      fields: { 'scopes.0': [expect.stringContaining('check, read')] },
    });
  });

  it('has no message if the web app handles the code', () => {
    const body = { verified: false, data: { email: 'a@b.c' } };
    expect(bodyOf(new AppError('unverified', { body }))).toEqual({
      message: [],
      code: 'unverified',
      request_id: 'r1',
      ...body,
    });
  });

  it('states when to retry', () => {
    expect(
      errorResponse(new AppError('too_many_requests', { retryAfter: 7 }), 'en', 'r1').headers,
    ).toMatchObject({
      'Retry-After': '7',
    });
    expect(errorResponse(new AppError('payment_unavailable'), 'en', 'r1').headers).toMatchObject({
      'Retry-After': '30',
    });
  });
});

describe('a file response', () => {
  it('is text with a file name, and keeps the byte order mark', () => {
    const reply = fileResponse(
      { kind: 'file', bytes: new TextEncoder().encode('\uFEFF"é"'), name: 'liste.csv' },
      'text/csv',
    );
    expect(reply).toEqual({
      statusCode: 200,
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="liste.csv"; filename*=UTF-8''liste.csv`,
      },
      body: '\uFEFF"é"',
      isBase64Encoded: false,
    });
  });
});

it('a success response is JSON with a charset', () => {
  expect(jsonResponse(200, { data: 'é' })).toMatchObject({
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: '{"data":"é"}',
  });
});

it('a redirect has a location and no body', () => {
  const reply = { kind: 'redirect', location: 'https://files.test/x' } as const;
  expect(toResponse(contract.downloadExport, reply, true)).toEqual({
    statusCode: 303,
    headers: { Location: 'https://files.test/x' },
    body: '',
  });
});
