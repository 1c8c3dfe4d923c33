import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { AUTH_RULES, type AuthKind, type ApiKeyAuthKind } from '../../shared/contract/auth.ts';
import { AppError, errorCatalog } from '../../shared/contract/errors.ts';
import { API_RATE_LIMITS, type RateLimitName } from '../../shared/contract/limits/limits.ts';
import { rateLimitOf, getRouteMember, needsCsrf, type Route } from '../../shared/contract/route.ts';
import { ROLE } from '../../shared/model/account.ts';
import { DAY_MS } from '../../shared/model/duration.ts';
import type { ApiEvent } from '../platform/api/call.ts';
import { bearerTokenOf, headerOf } from '../platform/api/event.ts';
import { hasMultipartForm } from '../platform/api/reject-oversize.ts';
import { consumeOrThrow } from './limits/limits.ts';
import { networkOf } from './limits/network-of.ts';
import type { AccessDeps } from './deps.ts';
import {
  type AuthenticateDeps,
  authenticateSession,
  authenticateSessionOrKey,
  type Caller,
  type Credentials,
  type SessionCaller,
} from './authenticate.ts';
import { isValidCsrfToken } from './signed.ts';
import { mustAddFactor, requireRecentProof } from './second-factor.ts';
import { requireRole } from './role.ts';

type CallerBy<A extends AuthKind> = A extends ApiKeyAuthKind
  ? Caller
  : (typeof AUTH_RULES)[A]['caller'] extends 'nobody'
    ? undefined
    : SessionCaller;
export type CallerOf<R extends Route> = CallerBy<R['auth']>;

async function authenticate<A extends AuthKind>(
  auth: A,
  deps: AuthenticateDeps,
  credentials: Credentials,
): Promise<CallerBy<A>> {
  const { caller, keys } = AUTH_RULES[auth];
  const authenticator = keys ? authenticateSessionOrKey : authenticateSession;
  return (caller === 'nobody' ? undefined : await authenticator(deps, credentials)) as CallerBy<A>;
}

const isPersonal = (name: RateLimitName): boolean => 'isPersonal' in API_RATE_LIMITS[name];

/** Whether a person of an account could use up the limit for all others for the rest of the day. */
const isSharedForDay = (name: RateLimitName): boolean =>
  !isPersonal(name) && API_RATE_LIMITS[name].seconds === DAY_MS / 1000;

/** Counted calls of daily limits of an account, which a refused input takes back. */
const counted = new WeakMap<
  ApiEvent,
  readonly (readonly [name: RateLimitName, subject: string, cost: number])[]
>();

/** Key values that some programs send when they have no key. */
const EMPTY_KEYS = new Set(['', 'null', 'undefined']);

const normalizeKey = (key: string | undefined): string | undefined =>
  key === undefined || EMPTY_KEYS.has(key.trim()) ? undefined : key.trim();

function purposeOf({ ignoresAccount, leaving }: Route, event: ApiEvent): Credentials['purpose'] {
  if (ignoresAccount) return 'person';
  return leaving !== undefined && event.pathParameters?.['id'] === leaving ? 'leaving' : undefined;
}

const credentialsOf = (route: Route, event: ApiEvent): Credentials => ({
  bearer: bearerTokenOf(event),
  apiKey: normalizeKey(headerOf(event, 'x-api-key')) ?? normalizeKey(event.form?.fields['api_key']),
  accountId: headerOf(event, 'x-account-id'),
  purpose: purposeOf(route, event),
});

/** Administrators act on the service as themselves; everyone else acts on an account. */
export function authorize(
  deps: Parameters<typeof mustAddFactor>[0],
  route: Route,
  who: Caller,
): void {
  const { account, person } = who;
  const { caller } = AUTH_RULES[route.auth];
  if (caller === 'admin') {
    if (person?.role !== ROLE.admin) throw new AppError('forbidden');
  } else if (caller !== 'user' && account.role !== ROLE.customer) {
    throw new AppError('forbidden');
  }
  if (account.memberOnly && route.role !== 'any') throw new AppError('not_a_member');
  if (who.via === 'session') {
    if (who.viaSso && !route.withSso && (route.role ?? 'any') === 'any')
      throw new AppError('forbidden');
    if (!route.withoutFactor && mustAddFactor(deps, who))
      throw new AppError('second_factor_missing');
    requireRole(who.role, route.role);
  }
  if (caller === 'customer who accepted the terms' && !account.terms)
    throw new AppError('terms_required');
}

function authorizeKey({ scope }: Route, caller: Caller): void {
  if (caller.via === 'key' && scope !== undefined && !caller.scopes.includes(scope))
    throw new AppError('key_scope', { security: 'key_refused', body: { scope } });
}

/**
 * Rate-limits multipart forms by network before parsing them, because the key may be a form field.
 * @throws {AppError} `too_many_requests`
 */
export const rateLimitForms = (
  route: Route,
  deps: Pick<AccessDeps, 'limits'>,
): MiddlewareObj<ApiEvent, APIGatewayProxyResult> => ({
  before: async ({ event }) => {
    const { sourceIp } = event.requestContext.identity;
    if (hasMultipartForm(route, event))
      await consumeOrThrow(deps.limits, 'form_ip', networkOf(sourceIp));
  },
});

/**
 * Checks, in this order: authentication, CSRF header of a session, kind of user, required second
 * factor, role in the account, acceptance of the terms, scope of a key, recent login or proof, rate
 * limit.
 * @throws {AppError} `unauthenticated`, `not_a_member`, `wrong_api_key`, `account_inactive`,
 *   `api_paid_only`, `csrf`, `forbidden`, `second_factor_missing`, `role_required`,
 *   `terms_required`, `key_scope`, `reauthentication_required`, `too_many_requests`
 */
export const guard = <R extends Route>(
  route: R,
  deps: AuthenticateDeps & Pick<AccessDeps, 'clock' | 'env' | 'ids' | 'limits' | 'secrets'>,
): MiddlewareObj<ApiEvent & { caller: CallerOf<R> }, APIGatewayProxyResult> => ({
  before: async ({ event }) => {
    const { limits, secrets } = deps;
    event.caller = await authenticate(
      getRouteMember(route, 'auth'),
      deps,
      credentialsOf(route, event),
    );
    const caller: Caller | undefined = event.caller;
    const user = caller?.person ?? caller?.account;
    event.language ??= user?.language;
    event.account = user?.id;

    if (
      caller?.via === 'session' &&
      needsCsrf(route) &&
      !(await isValidCsrfToken(secrets, caller.sessionId, headerOf(event, 'x-csrf-token')))
    )
      throw new AppError('csrf');
    if (caller) {
      authorize(deps, route, caller);
      authorizeKey(route, caller);
      if (caller.via === 'session' && route.sensitive !== undefined)
        await requireRecentProof(deps, caller, route.sensitive === 'always');
      // A route that helps to add the factor shows and changes nothing of the account.
      if (caller.via === 'session' && mustAddFactor(deps, caller))
        Object.assign(caller, { role: 'none' });
    }
    const paidLimit = caller?.account.paid ? route.paidLimit : undefined;
    const limit = paidLimit ?? rateLimitOf(route);
    const counters = limit === 'poll_user' ? limits.local : limits;
    const network = networkOf(event.requestContext.identity.sourceIp);
    const count = async (name: RateLimitName, subject: string, cost: number) => {
      const quota = await consumeOrThrow(counters, name, subject, 'too_many_requests', cost);
      counted.set(event, [...(counted.get(event) ?? []), [name, subject, cost]]);
      return quota;
    };
    const limitNames: readonly RateLimitName[] =
      caller?.via === 'key' ? ['key_user', limit] : [limit];
    for (const name of limitNames) {
      // The public test key has an account without an id.
      const subject = (isPersonal(name) ? user : caller?.account)?.id || network;
      // A colleague gets at most half of an account's daily limit, because each call counts twice.
      const isShared =
        isSharedForDay(name) && caller !== undefined && AUTH_RULES[route.auth].caller !== 'admin';
      if (isShared && caller.via === 'session' && caller.role !== 'owner')
        await count(name, `${subject}#${caller.person.id}`, 2);
      const quota = isShared
        ? await count(name, subject, 1)
        : await consumeOrThrow(counters, name, subject);
      if (caller?.via === 'key' && quota) event.quotas = [...(event.quotas ?? []), quota];
    }
  },
  onError: async ({ error, event }) => {
    if (!(error instanceof AppError) || errorCatalog[error.code].status !== 422) return;
    for (const call of counted.get(event) ?? []) await deps.limits.refund(...call);
  },
});
