import type { Language } from '../../model/account.ts';
import { AUTH } from '../auth.ts';
import { LIMITS, type LimitName } from '../limits/limits.ts';
import { limitOf, type Route } from '../route.ts';

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
export const formatRate = (name: LimitName, language: Language = 'en'): string => {
  const { calls, seconds } = LIMITS[name];
  return `${calls} ${language === 'fr' ? 'appels' : 'calls'} ${perPeriod(seconds, language)}`;
};

/** Returns the rate limits of a route in words: `60 calls per minute per account; …`. */
export function limitText(route: Route): string {
  const { caller, keys } = AUTH[route.auth];
  const subject = caller === 'nobody' ? 'network' : 'account';
  const paid = route.paidLimit ? ` (${formatRate(route.paidLimit)} after a purchase)` : '';
  const userLimit = `${formatRate(limitOf(route))} per ${subject}${paid}`;
  return keys ? `${userLimit}; with an API key also ${formatRate('key_user')}` : userLimit;
}
