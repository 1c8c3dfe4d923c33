import { AppError } from '../../shared/contract/errors.ts';
import { needsCsrf, type Route } from '../../shared/contract/route.ts';
import { ROLE } from '../../shared/model/account.ts';
import { authenticate, type Caller } from '../app/authenticate.ts';
import { isCsrfToken } from '../app/csrf.ts';
import { networkOf } from '../app/network-of.ts';
import type { User } from '../app/ports/accounts.ts';
import { takeOrRefuse } from '../app/take-or-refuse.ts';
import type { Context } from '../context.ts';
import { limitOf } from './route-limits.ts';

/** What a caller shows of himself. */
export interface Claims {
  readonly bearer?: string;
  readonly apiKey?: string;
  readonly csrf?: string;
  readonly sourceIp: string;
}

const isOpen = ({ auth }: Route): boolean =>
  auth === 'public' || auth === 'signed-link' || auth === 'stripe';

/** Whether the user's role and acceptance of the terms open the route. */
function authorize({ auth }: Route, user: User): void {
  if (auth === 'session') return;
  const role = auth === 'admin' ? ROLE.admin : ROLE.customer;
  if (user.role !== role) throw new AppError('forbidden');
  if ((auth === 'customer-terms' || auth === 'customer-or-key') && !user.terms)
    throw new AppError('terms_required');
}

/**
 * Lets a call through to its handler: authentication, the CSRF header of a session, role, terms,
 * rate limit, in this order. Undefined for routes that are open to anyone. Throws `unauthenticated`,
 * `csrf`, `forbidden`, `terms_required`, `account_inactive`, `api_paid_only`, `too_many_requests`.
 */
export async function guard(
  route: Route,
  claims: Claims,
  context: Context,
): Promise<Caller | undefined> {
  const { limits, secrets } = context;
  const limit = limitOf(route);
  if (isOpen(route)) {
    if (limit !== 'own') await takeOrRefuse(limits, limit, networkOf(claims.sourceIp));
    return undefined;
  }

  const caller = await authenticate(context, claims, route.auth === 'customer-or-key');
  if (
    caller.via === 'session' &&
    needsCsrf(route) &&
    !(await isCsrfToken(secrets, caller.sessionId, claims.csrf))
  )
    throw new AppError('csrf');
  authorize(route, caller.user);
  if (caller.via === 'key') await takeOrRefuse(limits, 'key_user', caller.user.id);
  if (limit !== 'own') await takeOrRefuse(limits, limit, caller.user.id);
  return caller;
}
