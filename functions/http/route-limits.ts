import { contract, type RouteName } from '../../shared/contract/index.ts';
import type { Route } from '../../shared/contract/route.ts';
import type { LimitName } from '../app/ports/limits.ts';

/** Limits that differ from the usual one. `own`: the use case counts, with what only it knows. */
const SPECIAL: { readonly [Name in RouteName]?: LimitName | 'own' } = {
  captcha: 'captcha_ip',
  register: 'register_ip',
  resendOtp: 'otp_resend_ip',
  login: 'own',
  verifyOtp: 'own',
  me: 'poll_user',
  listFiles: 'poll_user',
  getFile: 'poll_user',
  checkEmail: 'check_user',
  upload: 'upload_user',
};

const nameOf = (route: Route): RouteName | undefined =>
  (Object.keys(contract) as RouteName[]).find((name) => contract[name] === route);

/** The limit of a route's calls: by user where there is one, else by network. */
export function limitOf(route: Route): LimitName | 'own' {
  const name = nameOf(route);
  const isPublic = route.auth === 'public' || route.auth === 'signed-link';
  if (route.auth === 'stripe') return 'own';
  return (name && SPECIAL[name]) ?? (isPublic ? 'public_ip' : 'session_user');
}
