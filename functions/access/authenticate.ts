import type { Scope } from '../../shared/contract/auth.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { USER_STATUS, type AccountRole } from '../../shared/model/account.ts';
import { DAY_MS } from '../../shared/model/duration.ts';
import { SESSION_LIFETIME_MS, sessionIdOf } from './open-session.ts';
import { parseKeyKind } from '../../shared/model/key-kind.ts';
import { testOwnerOf } from './rules/owner.ts';
import type { User } from './adapters/user.ts';
import type { AccessDeps } from './deps.ts';

interface AnyCaller {
  /** The account that the call acts on. It owns credits, lists, checks and keys. */
  readonly account: User;
  /** Whether the call uses a test key. Such a call costs no credits and reaches no mail server. */
  readonly test: boolean;
  /** Owner of the lists and checks of this call: the account, or a separate id for test keys. */
  readonly ownerId: string;
}
export interface SessionCaller extends AnyCaller {
  readonly via: 'session';
  /** Who acts: the person who logged in. */
  readonly person: User;
  readonly role: AccountRole;
  readonly sessionId: string;
  /** When the person logged in, or last proved a factor or the password, in epoch milliseconds. */
  readonly provenAt: number;
}
interface KeyCaller extends AnyCaller {
  readonly via: 'key';
  readonly person?: undefined;
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
  const person = await accounts.get(session.userId);
  if (person?.status !== USER_STATUS.active) return undefined;
  if (hasEnded(session, person.sessionsEnded)) return undefined;
  await keyUse.record(token, SESSION_LIFETIME_MS / DAY_MS);
  const { id: sessionId, createdAt, provenAt = createdAt } = session;
  // Every account is its own owner so far.
  const account = person;
  const owned = { account, ownerId: account.id, test: false } as const;
  return { via: 'session', person, role: 'owner', sessionId, provenAt, ...owned };
}

async function authenticateKey(
  { accounts, apiKeys, keyUse }: AuthenticateDeps,
  key: string,
): Promise<KeyCaller> {
  const found = await apiKeys.find(key);
  const refusal = { security: 'key_refused', account: found?.userId } as const;
  if (!found) throw new AppError('wrong_api_key', refusal);
  const [account] = await Promise.all([accounts.get(found.userId), keyUse.record(key)]);
  if (!account) throw new AppError('wrong_api_key', refusal);
  if (account.status !== USER_STATUS.active) throw new AppError('account_inactive', refusal);
  const { keyHash, scopes } = found;
  const caller = { via: 'key', account, keyEnd: key.slice(-4), keyHash, scopes } as const;
  if (parseKeyKind(key) === 'test')
    return { ...caller, test: true, ownerId: testOwnerOf(account.id) };
  if (!account.paid) throw new AppError('api_paid_only', refusal);
  return { ...caller, test: false, ownerId: account.id };
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
 * If a session and a key are sent, the session is used, and the key must belong to the same account.
 * @throws {AppError} `unauthenticated`; `wrong_api_key` for a missing or unknown key;
 *   `account_inactive` or `api_paid_only` for a known key; `forbidden` if the key belongs to
 *   another account than the session's
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
  if (key !== undefined && (await deps.apiKeys.findUser(key)) !== caller.account.id)
    throw new AppError('forbidden', { security: 'key_refused', account: caller.account.id });
  return caller;
}
