import type { Language } from '../../model/account.ts';
import { AUTH } from '../auth.ts';
import { LIMITS, type LimitName } from '../limits/limits.ts';
import { limitOf, type Route } from '../route.ts';

const UNITS = [
  { seconds: 86_400, en: ['a', 'day'], fr: ['un', 'jour'] },
  { seconds: 3600, en: ['an', 'hour'], fr: ['une', 'heure'] },
  { seconds: 60, en: ['a', 'minute'], fr: ['une', 'minute'] },
  { seconds: 1, en: ['a', 'second'], fr: ['une', 'seconde'] },
] as const;

/** A period in its largest whole unit: `a minute`, `15 minutes`. */
function period(seconds: number, language: Language): string {
  const unit = UNITS.find((each) => seconds % each.seconds === 0) ?? UNITS[3];
  const count = seconds / unit.seconds;
  const [article, name] = unit[language];
  return count === 1 ? `${article} ${name}` : `${count} ${name}s`;
}

/** A rate in words: `60 calls in a minute`. */
export const rate = (name: LimitName, language: Language = 'en'): string => {
  const { calls, seconds } = LIMITS[name];
  const [noun, preposition] = language === 'fr' ? ['appels', 'en'] : ['calls', 'in'];
  return `${calls} ${noun} ${preposition} ${period(seconds, language)}`;
};

/** The rate limits of a route in words: `60 calls in a minute for an account; …`. */
export function limitText(route: Route): string {
  const { caller, keys } = AUTH[route.auth];
  const subject = caller === 'nobody' ? 'a network' : 'an account';
  const paid = route.paidLimit ? `, ${rate(route.paidLimit)} once it has paid` : '';
  const userLimit = `${rate(limitOf(route))} for ${subject}${paid}`;
  return keys ? `${userLimit}; with an API key also ${rate('key_user')}` : userLimit;
}
