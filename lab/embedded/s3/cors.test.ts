import { expect, test } from 'vitest';
import { corsHeaders, preflightHeaders } from './cors.ts';
import type { CorsRule } from './cors.ts';

const rules: CorsRule[] = [
  {
    AllowedOrigins: ['https://app.example', 'https://*.preview.example'],
    AllowedMethods: ['POST'],
    AllowedHeaders: ['Content-*', 'X-Amz-Meta-List'],
    ExposedHeaders: ['ETag', 'Location'],
    MaxAge: 300,
  },
  { AllowedOrigins: ['*'], AllowedMethods: ['GET'] },
];

test('applies the first CORS rule that matches', () => {
  expect(corsHeaders(rules, 'POST', { origin: 'https://app.example' })).toEqual({
    'access-control-allow-origin': 'https://app.example',
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'POST',
    'access-control-expose-headers': 'ETag, Location',
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  });
  const allowOrigin = (method: string, origin: string): string | undefined =>
    corsHeaders(rules, method, { origin })['access-control-allow-origin'];
  expect(allowOrigin('POST', 'https://x.preview.example')).toBe('https://x.preview.example');
  expect(allowOrigin('POST', 'https://preview.example')).toBeUndefined();
  expect(allowOrigin('POST', 'https://app.example.evil.example')).toBeUndefined();
  expect(allowOrigin('GET', 'https://evil.example')).toBe('*');
  expect(allowOrigin('DELETE', 'https://app.example')).toBeUndefined();
  expect(corsHeaders(rules, 'POST', {})).toEqual({});
});

const preflight = (method: string, headers?: string) =>
  preflightHeaders(rules, {
    origin: 'https://app.example',
    'access-control-request-method': method,
    ...(headers !== undefined && { 'access-control-request-headers': headers }),
  });

test('allows a preflight with the headers it requests', () => {
  expect(preflight('POST', 'Content-Type, x-amz-meta-list')).toMatchObject({
    'access-control-allow-headers': 'content-type, x-amz-meta-list',
    'access-control-max-age': '300',
  });
  expect(preflight('GET')).not.toHaveProperty('access-control-allow-headers');
});

test('rejects a preflight that requests more than the rules allow', () => {
  const refused = expect.objectContaining({ code: 'AccessForbidden', status: 403 });
  for (const [method, headers] of [
    ['POST', 'content-type, x-other'],
    ['PUT', undefined],
    ['GET', 'content-type'],
  ] as const)
    expect(() => preflight(method, headers)).toThrow(refused);
  const nameless = { 'access-control-request-method': 'GET' };
  expect(() => preflightHeaders(rules, nameless)).toThrow(
    expect.objectContaining({ code: 'BadRequest' }),
  );
});
