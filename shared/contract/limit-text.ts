import { AUTH } from './auth.ts';
import { LIMITS, type LimitName } from './limits.ts';
import { limitOf, type Route } from './route.ts';

const UNITS: readonly (readonly [seconds: number, name: string])[] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** A period in the largest unit that divides it: `a minute`, `15 minutes`. */
function period(seconds: number): string {
  const [unit, name] = UNITS.find(([each]) => seconds % each === 0) ?? [1, 'second'];
  const count = seconds / unit;
  if (count === 1) return `${name === 'hour' ? 'an' : 'a'} ${name}`;
  return `${count} ${name}s`;
}

/** How often something may happen: `60 calls in a minute`. */
export const rate = (name: LimitName): string => {
  const { calls, seconds } = LIMITS[name];
  return `${calls} calls in ${period(seconds)}`;
};

/** The rate limits of a route in words: `60 calls in a minute for an account; …`. */
export function limitText(route: Route): string {
  const { caller, keys } = AUTH[route.auth];
  const subject = caller === 'nobody' ? 'a network' : 'an account';
  const own = `${rate(limitOf(route))} for ${subject}`;
  return keys ? `${own}; with an API key also ${rate('key_user')}` : own;
}
