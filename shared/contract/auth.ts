import type { ErrorCode } from './errors.ts';
import type { LimitName } from './limits/limits.ts';

/** What an API key may be for: each route that takes keys names one of them. */
export const SCOPES = ['check', 'lists', 'read', 'webhooks'] as const;
export type Scope = (typeof SCOPES)[number];

/** Everything that follows from the `auth` of a route. */
interface AuthRule {
  /** Whose session opens the route; `nobody`: none is asked for. */
  readonly caller: 'nobody' | 'user' | 'customer' | 'customer who accepted the terms' | 'admin';
  /** An API key opens the route as well. */
  readonly keys: boolean;
  /** A call with a session that changes something carries the CSRF header. */
  readonly csrf: boolean;
  /** Failures the guard may respond with. */
  readonly errors: readonly ErrorCode[];
  /** The limit of a route that names none, counted by user where there is one, else by network. */
  readonly limit: LimitName;
}

const open = { caller: 'nobody', keys: false, csrf: false, limit: 'public_ip' } as const;
const signedIn = { keys: false, csrf: true, limit: 'session_user' } as const;
const acceptedCustomer = { ...signedIn, caller: 'customer who accepted the terms' } as const;

/**
 * Who may call, decided once and read by the guard, the rate limits, the OpenAPI document and the
 * tests.
 */
export const AUTH = {
  public: { ...open, errors: [] },
  /** Anyone with a link that we signed. */
  'signed-link': { ...open, errors: ['expired'] },
  /** Stripe, proven by its signature. */
  stripe: { ...open, limit: 'stripe_ip', errors: ['malformed'] },
  session: { ...signedIn, caller: 'user', errors: ['unauthenticated'] },
  customer: { ...signedIn, caller: 'customer', errors: ['unauthenticated', 'forbidden'] },
  'customer-terms': {
    ...acceptedCustomer,
    errors: ['unauthenticated', 'forbidden', 'terms_required'],
  },
  'customer-or-key': {
    ...acceptedCustomer,
    keys: true,
    errors: [
      'unauthenticated',
      'wrong_api_key',
      'forbidden',
      'terms_required',
      'account_inactive',
      'api_paid_only',
      'key_scope',
    ],
  },
  admin: { ...signedIn, caller: 'admin', errors: ['unauthenticated', 'forbidden'] },
} as const satisfies Record<string, AuthRule>;

export type Auth = keyof typeof AUTH;
/** The kinds of auth that an API key opens. */
export type KeyAuth = { [A in Auth]: (typeof AUTH)[A]['keys'] extends true ? A : never }[Auth];
