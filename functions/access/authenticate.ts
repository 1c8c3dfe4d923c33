import type { Scope } from '../../shared/contract/auth.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { USER_STATUS } from '../../shared/model/account.ts';
import { DAY_MS } from '../../shared/model/duration.ts';
import { SESSION_LIFETIME_MS, sessionIdOf } from './open-session.ts';
import { parseKeyKind } from '../../shared/model/key-kind.ts';
import { testOwnerOf } from './rules/owner.ts';
import type { User } from './adapters/user.ts';
import type { AccessDeps } from './deps.ts';

interface AnyCaller {
  readonly user: User;
  /** Whether the call uses a test key. Such a call costs no credits and reaches no mail server. */
  readonly test: boolean;
  /** Owner of the lists and checks of this call: the user's id, or a separate id for test keys. */
  readonly ownerId: string;
}
export interface SessionCaller extends AnyCaller {
  readonly via: 'session';
  readonly sessionId: string;
  /** When the user logged in, or last proved a factor or the password, in epoch milliseconds. */
  readonly provenAt: number;
}
interface KeyCaller extends AnyCaller {
  readonly via: 'key';
  /** Last four characters of the key, for display to its owner. */
  readonly keyEnd: string;
  /** SHA-256 of the key in hex. */
  readonly keyHash: string;
  readonly scopes: readonly Scope[];
}
export type Caller = SessionCaller | KeyCaller;

/**
 * Returns the origin of a call, for storage and display: `web`, or the last four characters of the
 * API key.
 */
export const actorOf = (caller: Caller): string =>
  caller.via === 'session' ? 'web' : caller.keyEnd;

export type AuthenticateDeps = Pick<AccessDeps, 'accounts' | 'apiKeys' | 'keyUse' | 'sessions'>;

export interface Credentials {
  /** Value after `Bearer`: a session token or an API key. */
  readonly bearer?: string | undefined;
  readonly apiKey?: string | undefined;
}

/**
 * Whether a change of the password or the factors has ended the session. The profile is
 * authoritative, because deleting the session items is a later step that may be interrupted.
 */
const hasEnded = (
  session: { readonly id: string; readonly createdAt: number },
  ended: User['sessionsEnded'],
): boolean => ended !== undefined && session.createdAt < ended.at && session.id !== ended.except;

/** Returns undefined if there is no valid session or the user may not log in. */
async function authenticateToken(
  { accounts, keyUse, sessions }: AuthenticateDeps,
  token: string,
): Promise<SessionCaller | undefined> {
  const session = await sessions.find(sessionIdOf(token));
  if (!session) return undefined;
  const user = await accounts.get(session.userId);
  if (user?.status !== USER_STATUS.active) return undefined;
  if (hasEnded(session, user.sessionsEnded)) return undefined;
  await keyUse.record(token, SESSION_LIFETIME_MS / DAY_MS);
  const { id: sessionId, createdAt, provenAt = createdAt } = session;
  return { via: 'session', user, sessionId, provenAt, test: false, ownerId: user.id };
}

async function authenticateKey(
  { accounts, apiKeys, keyUse }: AuthenticateDeps,
  key: string,
): Promise<KeyCaller> {
  const found = await apiKeys.find(key);
  const refusal = { security: 'key_refused', account: found?.userId } as const;
  if (!found) throw new AppError('wrong_api_key', refusal);
  const [user] = await Promise.all([accounts.get(found.userId), keyUse.record(key)]);
  if (!user) throw new AppError('wrong_api_key', refusal);
  if (user.status !== USER_STATUS.active) throw new AppError('account_inactive', refusal);
  const { keyHash, scopes } = found;
  const caller = { via: 'key', user, keyEnd: key.slice(-4), keyHash, scopes } as const;
  if (parseKeyKind(key) === 'test') return { ...caller, test: true, ownerId: testOwnerOf(user.id) };
  if (!user.paid) throw new AppError('api_paid_only', refusal);
  return { ...caller, test: false, ownerId: user.id };
}

/** A bearer value may be a session token or an API key; its format shows which. */
function splitCredentials({ bearer, apiKey }: Credentials): { token?: string; key?: string } {
  if (bearer === undefined || parseKeyKind(bearer) !== undefined) {
    const key = apiKey ?? bearer;
    return key === undefined ? {} : { key };
  }
  return { token: bearer, ...(apiKey !== undefined && { key: apiKey }) };
}

/** @throws {AppError} `unauthenticated`, even for a valid API key */
export async function authenticateSession(
  deps: AuthenticateDeps,
  credentials: Credentials,
): Promise<SessionCaller> {
  const { token } = splitCredentials(credentials);
  const caller = token === undefined ? undefined : await authenticateToken(deps, token);
  if (!caller) throw new AppError('unauthenticated');
  return caller;
}

/**
 * If a session and a key are sent, the session is used, and the key must belong to the same user.
 * @throws {AppError} `unauthenticated`; `wrong_api_key` for a missing or unknown key;
 *   `account_inactive` or `api_paid_only` for a known key; `forbidden` if the key belongs to
 *   another user than the session
 */
export async function authenticateSessionOrKey(
  deps: AuthenticateDeps,
  credentials: Credentials,
): Promise<Caller> {
  const { token, key } = splitCredentials(credentials);
  if (token === undefined) {
    if (key === undefined) throw new AppError('wrong_api_key');
    return authenticateKey(deps, key);
  }
  const caller = await authenticateSession(deps, credentials);
  if (key !== undefined && (await deps.apiKeys.findUser(key)) !== caller.user.id)
    throw new AppError('forbidden', { security: 'key_refused', account: caller.user.id });
  return caller;
}
