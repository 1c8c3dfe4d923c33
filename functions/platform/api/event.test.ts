import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/index.ts';
import { createApiEvent } from '../../../tests/support/api-event.ts';
import { parseAcceptLanguage, bearerTokenOf, bodyBytesOf, headerOf, mediaTypeOf } from './event.ts';

const withHeaders = (headers: Record<string, string>) =>
  createApiEvent(contract.health, { headers });

describe('an API event', () => {
  it.each([
    ['fr', 'fr'],
    ['fr-CA', 'fr'],
    ['FR', 'fr'],
    ['en;q=0.5, fr;q=0.9', 'fr'],
    ['de, en;q=0.3, fr;q=0.2', 'en'],
    ['fr;q=0, en;q=0.1', 'en'],
    ['fr, en', 'fr'],
    ['de-DE, it', undefined],
    ['*', undefined],
    ['fr;q=abc', undefined],
    ['', undefined],
    [';;;,,,', undefined],
  ])('with Accept-Language %j prefers %s', (header, language) => {
    expect(parseAcceptLanguage(withHeaders({ 'accept-LANGUAGE': header }))).toBe(language);
  });

  it.each([
    ['Bearer abc', 'abc'],
    ['bearer   abc ', 'abc'],
    ['Basic abc', undefined],
    ['Bearer', undefined],
    ['Bearer a b', undefined],
    ['xBearer abc', undefined],
  ])('with Authorization %j contains the token %s', (header, token) => {
    expect(bearerTokenOf(withHeaders({ AUTHORIZATION: header }))).toBe(token);
  });

  it('has header names in any case, or no headers at all', () => {
    expect(headerOf(withHeaders({ 'x-TEST': 'yes' }), 'X-Test')).toBe('yes');
    const bare = { ...withHeaders({}), headers: null as unknown as Record<string, string> };
    expect(headerOf(bare, 'X-Test')).toBeUndefined();
  });

  it('has a media type without parameters', () => {
    const typed = (type: string) => mediaTypeOf(withHeaders({ 'Content-Type': type }));
    expect(typed('Application/JSON; charset=utf-8')).toBe('application/json');
    expect(typed('multipart/form-data;boundary=x')).toBe('multipart/form-data');
    expect(mediaTypeOf(withHeaders({}))).toBe('');
  });

  it('has its base64 body decoded', () => {
    const bytes = new Uint8Array([0, 255, 10]);
    expect([...bodyBytesOf(createApiEvent(contract.upload, { body: bytes }))]).toEqual([
      0, 255, 10,
    ]);
    expect(bodyBytesOf(createApiEvent(contract.upload, { body: 'é' })).toString()).toBe('é');
  });
});
