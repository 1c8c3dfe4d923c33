import { readCookie, writeCookie } from '../../lib/cookies.ts';

const COOKIE = 'partner_key';

/** Stores for a year which partner sent the visitor, from `?partner_key=` or `?ref=`. */
export function rememberReferral(query: URLSearchParams): void {
  const key = query.get('partner_key') ?? query.get('ref');
  if (key) writeCookie(COOKIE, key);
}

export const referral = (): string | undefined => readCookie(COOKIE);
