import type { AccountRole } from '../model/account.ts';
import type { ErrorCode } from './errors.ts';
import type { RateLimitName } from './limits/limits.ts';

/** Permissions of an API key. Each route that accepts keys requires one of these. */
export const SCOPES = ['check', 'connections', 'lists', 'read', 'webhooks'] as const;
export type Scope = (typeof SCOPES)[number];

/** The first key and the test key have every scope except `connections`, which was added later. */
export const FIRST_KEY_SCOPES: readonly Scope[] = SCOPES.filter((each) => each !== 'connections');

/** Least role that may create a key with a scope: the highest among the scope's routes. */
export const roleForScope = (scope: Scope): AccountRole =>
  scope === 'connections' || scope === 'webhooks' ? 'admin' : 'member';

interface AuthRule {
  /** The session that a caller must have. `nobody` requires no session. */
  readonly caller: 'nobody' | 'user' | 'customer' | 'customer who accepted the terms' | 'admin';
  /** Whether an API key is accepted as well. */
  readonly keys: boolean;
  /** Whether a state-changing call with a session requires the CSRF header. */
  readonly csrf: boolean;
  readonly errors: readonly ErrorCode[];
  /** Default rate limit of a route, counted per user or, without a user, per network. */
  readonly limit: RateLimitName;
}

const open = { caller: 'nobody', keys: false, csrf: false, limit: 'public_ip' } as const;
const signedIn = { keys: false, csrf: true, limit: 'session_user' } as const;
const sessionErrors = [
  'unauthenticated',
  'not_a_member',
  'sso_required',
  'forbidden',
  'second_factor_missing',
] as const;
const acceptedCustomer = { ...signedIn, caller: 'customer who accepted the terms' } as const;

/** Single definition of authorization for the guard, limits, OpenAPI and tests. */
export const AUTH_RULES = {
  public: { ...open, errors: [] },
  /** Anyone who has a link with our signature. */
  'signed-link': { ...open, errors: ['expired'] },
  /** Stripe, authenticated by its signature. */
  stripe: { ...open, limit: 'stripe_ip', errors: ['malformed'] },
  session: { ...signedIn, caller: 'user', errors: sessionErrors },
  customer: { ...signedIn, caller: 'customer', errors: sessionErrors },
  'customer-terms': { ...acceptedCustomer, errors: [...sessionErrors, 'terms_required'] },
  'customer-or-key': {
    ...acceptedCustomer,
    keys: true,
    errors: [
      ...sessionErrors,
      'wrong_api_key',
      'terms_required',
      'account_inactive',
      'api_paid_only',
      'key_scope',
    ],
  },
  admin: {
    ...signedIn,
    caller: 'admin',
    // Any session can name an account that it may not act on.
    errors: sessionErrors,
  },
} as const satisfies Record<string, AuthRule>;

export type AuthKind = keyof typeof AUTH_RULES;
/** Kinds with a session that acts on an account; administrators act on the service. */
export type AccountAuthKind = {
  [A in AuthKind]: (typeof AUTH_RULES)[A]['caller'] extends 'nobody' | 'admin' ? never : A;
}[AuthKind];
export type ApiKeyAuthKind = {
  [A in AuthKind]: (typeof AUTH_RULES)[A]['keys'] extends true ? A : never;
}[AuthKind];
