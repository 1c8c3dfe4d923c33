import type { ErrorCode } from './errors.ts';
import { needsCsrf, type Route } from './route.ts';

const ofCustomers: readonly ErrorCode[] = ['unauthenticated', 'forbidden'];

const OF_AUTH: Readonly<Record<Route['auth'], readonly ErrorCode[]>> = {
  public: [],
  session: ['unauthenticated'],
  customer: ofCustomers,
  'customer-terms': [...ofCustomers, 'terms_required'],
  'customer-or-key': [...ofCustomers, 'terms_required', 'account_inactive', 'api_paid_only'],
  admin: ofCustomers,
  'signed-link': ['expired'],
  stripe: ['malformed'],
};

/** Every failure a route can answer with: its own, and those its auth and its input bring. */
export function promisedErrors(route: Route): readonly ErrorCode[] {
  const hasInput = route.params ?? route.query ?? route.body;
  return [
    ...new Set<ErrorCode>([
      ...(route.body
        ? (['malformed', 'payload_too_large', 'unsupported_media_type'] as const)
        : []),
      ...OF_AUTH[route.auth],
      ...(needsCsrf(route) ? (['csrf'] as const) : []),
      ...(hasInput ? (['validation'] as const) : []),
      ...route.errors,
      'too_many_requests',
      'internal',
    ]),
  ];
}
