import type { Scope } from '../../shared/contract/auth.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { USER_STATUS } from '../../shared/model/account.ts';
import { sessionIdOf } from './open-session.ts';
import { kindOfKey } from '../../shared/model/key-kind.ts';
import { testOwnerOf } from './rules/owner.ts';
import type { User } from './adapters/user.ts';
import type { AccessDeps } from './deps.ts';

/** Who calls, proven: a signed-in user or a program with an API key. */
interface AnyCaller {
  readonly user: User;
  /** Called with a test key: nothing costs credits, nothing reaches a mail server. */
  readonly test: boolean;
  /** Whose the lists and checks of this call are: the user's id, and another one for a test key. */
  readonly ownerId: string;
}
export interface SessionCaller extends AnyCaller {
  readonly via: 'session';
  readonly sessionId: string;
}
interface KeyCaller extends AnyCaller {
  readonly via: 'key';
  /** The last four characters of the key, by which its owner knows it. */
  readonly keyEnd: string;
  /** Its SHA-256 in hex. */
  readonly keyHash: string;
  readonly scopes: readonly Scope[];
}
export type Caller = SessionCaller | KeyCaller;

/** Who acts for a customer: `web` for the web app, else the end of an API key. */
export const actorOf = (caller: Caller): string =>
  caller.via === 'session' ? 'web' : caller.keyEnd;

export type AuthenticateDeps = Pick<AccessDeps, 'accounts' | 'apiKeys' | 'keyUse' | 'sessions'>;

export interface Credentials {
  /** What stands after `Bearer`: a session token or an API key. */
  readonly bearer?: string | undefined;
  /** From the key's own header or form field. */
  readonly apiKey?: string | undefined;
}

/**
 * Whether a session is among those that a change of the password has ended. It is decided by what
 * stands on the profile, since deleting the sessions comes after the change and may be broken off.
 */
const hasEnded = (
  session: { readonly id: string; readonly createdAt: number },
  ended: User['sessionsEnded'],
): boolean => ended !== undefined && session.createdAt < ended.at && session.id !== ended.except;

/** Undefined when the session has ended, expired or never was, or its user may not sign in. */
async function bySession(
  { accounts, sessions }: AuthenticateDeps,
  token: string,
): Promise<SessionCaller | undefined> {
  const session = await sessions.find(sessionIdOf(token));
  if (!session) return undefined;
  const user = await accounts.get(session.userId);
  if (user?.status !== USER_STATUS.active) return undefined;
  if (hasEnded(session, user.sessionsEnded)) return undefined;
  return { via: 'session', user, sessionId: session.id, test: false, ownerId: user.id };
}

async function byKey(
  { accounts, apiKeys, keyUse }: AuthenticateDeps,
  key: string,
): Promise<KeyCaller> {
  const found = await apiKeys.find(key);
  const refused = { security: 'key_refused', account: found?.userId } as const;
  if (!found) throw new AppError('wrong_api_key', refused);
  // At the same time, so that the call waits for neither longer than for one.
  const [user] = await Promise.all([accounts.get(found.userId), keyUse.note(key)]);
  if (!user) throw new AppError('wrong_api_key', refused);
  if (user.status !== USER_STATUS.active) throw new AppError('account_inactive', refused);
  const { keyHash, scopes } = found;
  const caller = { via: 'key', user, keyEnd: key.slice(-4), keyHash, scopes } as const;
  if (kindOfKey(key) === 'test') return { ...caller, test: true, ownerId: testOwnerOf(user.id) };
  if (!user.paid) throw new AppError('api_paid_only', refused);
  return { ...caller, test: false, ownerId: user.id };
}

/** A bearer token that is no key, and a key from wherever it came. */
function splitCredentials({ bearer, apiKey }: Credentials): { token?: string; key?: string } {
  if (bearer === undefined || kindOfKey(bearer) !== undefined) {
    const key = apiKey ?? bearer;
    return key === undefined ? {} : { key };
  }
  return { token: bearer, ...(apiKey !== undefined && { key: apiKey }) };
}

/** Throws `unauthenticated`, also for a caller who shows nothing but a key. */
export async function authenticateSession(
  deps: AuthenticateDeps,
  credentials: Credentials,
): Promise<SessionCaller> {
  const { token } = splitCredentials(credentials);
  const caller = token === undefined ? undefined : await bySession(deps, token);
  if (!caller) throw new AppError('unauthenticated');
  return caller;
}

/**
 * Finds out who calls: a session suffices, and a key beside it must be the same user's, but changes
 * nothing; a key alone counts as well. Throws `unauthenticated`, `wrong_api_key` for a key that is
 * nobody's, and for one that is right `account_inactive` and `api_paid_only`, or `forbidden` when it
 * is not the session's.
 */
export async function authenticateSessionOrKey(
  deps: AuthenticateDeps,
  credentials: Credentials,
): Promise<Caller> {
  const { token, key } = splitCredentials(credentials);
  if (token === undefined) {
    if (key === undefined) throw new AppError('unauthenticated');
    return byKey(deps, key);
  }
  const caller = await authenticateSession(deps, credentials);
  if (key !== undefined && (await deps.apiKeys.findUser(key)) !== caller.user.id)
    throw new AppError('forbidden', { security: 'key_refused', account: caller.user.id });
  return caller;
}
