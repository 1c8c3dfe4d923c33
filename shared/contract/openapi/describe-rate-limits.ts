import type { Language } from '../../model/account.ts';
import { AUTH_RULES } from '../auth.ts';
import { API_RATE_LIMITS, type RateLimitName } from '../limits/limits.ts';
import { rateLimitOf, type Route } from '../route.ts';

const UNITS = [
  { seconds: 86_400, en: 'day', fr: 'jour' },
  { seconds: 3600, en: 'hour', fr: 'heure' },
  { seconds: 60, en: 'minute', fr: 'minute' },
  { seconds: 1, en: 'second', fr: 'seconde' },
] as const;

/** Returns a period in its largest whole unit: `per minute`, `per 15 minutes`. */
function perPeriod(seconds: number, language: Language): string {
  const unit = UNITS.find((each) => seconds % each.seconds === 0) ?? UNITS[3];
  const count = seconds / unit.seconds;
  const name = unit[language];
  if (count === 1) return language === 'fr' ? `par ${name}` : `per ${name}`;
  return language === 'fr' ? `en ${count} ${name}s` : `per ${count} ${name}s`;
}

/** Returns a rate in words: `60 calls per minute`. */
export const formatRate = (name: RateLimitName, language: Language = 'en'): string => {
  const { calls, seconds } = API_RATE_LIMITS[name];
  return `${calls} ${language === 'fr' ? 'appels' : 'calls'} ${perPeriod(seconds, language)}`;
};

/** Returns the rate limits of a route in words: `60 calls per minute per account; …`. */
export function describeRateLimits(route: Route): string {
  const { caller, keys } = AUTH_RULES[route.auth];
  const userSubject = 'isPersonal' in API_RATE_LIMITS[rateLimitOf(route)] ? 'user' : 'account';
  const subject = caller === 'nobody' ? 'network' : userSubject;
  const paid = route.paidLimit ? ` (${formatRate(route.paidLimit)} after a purchase)` : '';
  const userLimit = `${formatRate(rateLimitOf(route))} per ${subject}${paid}`;
  return keys ? `${userLimit}; with an API key also ${formatRate('key_user')}` : userLimit;
}
