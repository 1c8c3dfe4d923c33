import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { LANGUAGES, type Language } from '../../../shared/model/account.ts';
import type { ApiEvent } from './call.ts';

/** Looks up a header regardless of case, because REST APIs pass header names unchanged. */
export function headerOf(
  event: Pick<APIGatewayProxyEvent, 'headers'>,
  name: string,
): string | undefined {
  const lowerName = name.toLowerCase();
  const entries = Object.entries(event.headers ?? {});
  return entries.find(([given]) => given.toLowerCase() === lowerName)?.[1];
}

/** Returns the body's media type in lowercase, without parameters; empty if there is none. */
export const mediaTypeOf = (event: APIGatewayProxyEvent): string =>
  (headerOf(event, 'content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

export const bodyBytesOf = (event: APIGatewayProxyEvent): Buffer =>
  Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');

const isLanguage = (tag: string): tag is Language => (LANGUAGES as readonly string[]).includes(tag);

/** Returns the supported language that the caller prefers by Accept-Language (RFC 9110 §12.5.4). */
export function parseAcceptLanguage(event: APIGatewayProxyEvent): Language | undefined {
  const ranges = (headerOf(event, 'accept-language') ?? '').toLowerCase().split(',');
  return ranges
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
      const quality = parameters.find((each) => each.startsWith('q='))?.slice(2);
      return { language: tag.split('-', 1)[0] ?? '', quality: Number(quality ?? 1) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ language }) => language)
    .find(isLanguage);
}

export const readLanguage = (): MiddlewareObj<ApiEvent, APIGatewayProxyResult> => ({
  before: ({ event }) => {
    event.language = parseAcceptLanguage(event);
  },
});

/** Returns the token after `Bearer` in the Authorization header, if any (RFC 6750 §2.1). */
export const bearerTokenOf = (event: Pick<APIGatewayProxyEvent, 'headers'>): string | undefined =>
  /^Bearer +([^\s]+) *$/i.exec(headerOf(event, 'authorization') ?? '')?.[1];
