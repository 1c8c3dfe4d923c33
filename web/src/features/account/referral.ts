import { readCookie, writeCookie } from '../../lib/cookies.ts';

const COOKIE = 'partner_key';

/** Remembers for a year which partner referred the visitor (`?partner_key=` or `?ref=`). */
export function rememberReferral(query: URLSearchParams): void {
  const key = query.get('partner_key') ?? query.get('ref');
  if (key) writeCookie(COOKIE, key);
}

export const readReferral = (): string | undefined => readCookie(COOKIE);
