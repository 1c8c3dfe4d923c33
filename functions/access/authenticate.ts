import type { Scope } from '../../shared/contract/auth.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { ROLE, USER_STATUS, type CallerRole } from '../../shared/model/account.ts';
import { DAY_MS } from '../../shared/model/duration.ts';
import { SESSION_LIFETIME_MS, sessionIdOf } from './session.ts';
import { parseKeyKind, PUBLIC_TEST_KEY } from '../../shared/model/key-kind.ts';
import { actingRoleIn, defaultAccountOf, isActive } from './role.ts';
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
  readonly role: CallerRole;
  readonly sessionId: string;
  /** When the person logged in, or last proved a factor or the password, in epoch milliseconds. */
  readonly provenAt: number;
  /** Whether this is a single sign-on session, which can access only this account. */
  readonly viaSso: boolean;
}
export interface KeyCaller extends AnyCaller {
  readonly via: 'key';
  readonly person?: undefined;
  /** Last four characters of the key, for display to its owner. */
  readonly keyEnd: string;
  /** SHA-256 of the key in hex. */
  readonly keyHash: string;
  readonly scopes: readonly Scope[];
  /** Credits per UTC day that AI assistants may spend with the key. */
  readonly assistantCredits: number;
}
export type Caller = SessionCaller | KeyCaller;

/** The caller of `PUBLIC_TEST_KEY`. Its account has no id and no data; nothing is stored for it. */
const PUBLIC_CALLER: KeyCaller = {
  via: 'key',
  account: {
    id: '',
    email: '',
    firstName: '',
    lastName: '',
    role: ROLE.customer,
    status: USER_STATUS.active,
    language: 'en',
    passwordHash: '',
    createdAt: '',
    terms: { version: '', at: '', ip: '' },
    paid: false,
  },
  test: true,
  ownerId: '',
  keyEnd: '',
  keyHash: '',
  scopes: ['check'],
  assistantCredits: 0,
};

/**
 * Returns the origin of a call, for storage and display: `web`, or the last four characters of the
 * API key.
 */
export const actorOf = (caller: Caller): string =>
  caller.via === 'session' ? 'web' : caller.keyEnd;

/** Returns the origin of a list, and who gets its emails: the person who starts it in the web app. */
export const starterOf = (
  caller: Caller,
): { readonly by: string; readonly startedBy?: string } => ({
  by: actorOf(caller),
  ...(caller.person && { startedBy: caller.person.id }),
});

export type AuthenticateDeps = Pick<AccessDeps, 'accounts' | 'apiKeys' | 'keyUse' | 'sessions'>;

export interface Credentials {
  /** Value after `Bearer`: a session token or an API key. */
  readonly bearer?: string | undefined;
  readonly apiKey?: string | undefined;
  /**
   * Id of the account on which a session acts. By default, the account of the person, or the first
   * that the person joined.
   */
  readonly accountId?: string | undefined;
  /** `person` if the call acts on no account, `leaving` if it only ends the membership. */
  readonly purpose?: 'person' | 'leaving' | undefined;
}

/**
 * Whether a change of the password or the factors has ended the session. The profile is
 * authoritative, because deleting the session items is a later step that may be interrupted.
 */
const hasEnded = (
  session: { readonly id: string; readonly createdAt: number },
  ended: User['sessionsEnded'],
): boolean => ended !== undefined && session.createdAt < ended.at && session.id !== ended.except;

/**
 * Returns undefined if there is no valid session or the user may not log in.
 * @throws {AppError} `not_a_member`; `sso_required` for a session that a password or passkey opened
 */
async function authenticateToken(
  { accounts, keyUse, sessions }: AuthenticateDeps,
  token: string,
  { accountId: named, purpose }: Credentials,
): Promise<SessionCaller | undefined> {
  const session = await sessions.find(sessionIdOf(token));
  if (!session) return undefined;
  const { sso } = session;
  const accountId = named ?? sso?.accountId;
  const isOther = accountId !== undefined && accountId !== session.userId;
  const [person, other] = await Promise.all([
    accounts.get(session.userId),
    isOther ? accounts.get(accountId) : undefined,
  ]);
  // A transferred account no longer has a login.
  if (!isActive(person) || person.owner !== undefined) return undefined;
  if (hasEnded(session, person.sessionsEnded)) return undefined;
  await keyUse.record(token, SESSION_LIFETIME_MS / DAY_MS);
  const { id: sessionId, createdAt, provenAt = createdAt } = session;
  const by = { via: 'session', viaSso: sso !== undefined, person, sessionId, provenAt } as const;
  if (purpose === 'person')
    return { ...by, role: 'viewer', account: person, ownerId: person.id, test: false };
  const isLeaving = purpose === 'leaving';
  const acting =
    accountId === undefined
      ? await defaultAccountOf(accounts, person)
      : actingRoleIn(isOther ? other : person, person.id, isLeaving);
  // Do not reveal why the person may not act on the named account.
  if (!acting || (sso && accountId !== sso.accountId))
    throw new AppError('not_a_member', { account: person.id });
  if (sso && (acting.role === 'owner' || acting.account.sso?.id !== sso.id)) return undefined;
  // Accepting an offered account requires a login other than single sign-on.
  const isOffered = acting.account.transfer?.to === person.id;
  const isExempt = acting.role === 'owner' || isOffered || isLeaving;
  if (!sso && acting.account.sso?.required && !isExempt) throw new AppError('sso_required');
  const { account, role } = acting;
  return { ...by, role, account, ownerId: account.id, test: false };
}

async function authenticateKey(
  { accounts, apiKeys, keyUse }: AuthenticateDeps,
  key: string,
): Promise<KeyCaller> {
  if (key === PUBLIC_TEST_KEY) return PUBLIC_CALLER;
  const found = await apiKeys.find(key);
  const refusal = { security: 'key_refused', account: found?.userId } as const;
  if (!found) throw new AppError('wrong_api_key', refusal);
  const [account] = await Promise.all([accounts.get(found.userId), keyUse.record(key)]);
  if (!account) throw new AppError('wrong_api_key', refusal);
  if (!isActive(account)) throw new AppError('account_inactive', refusal);
  const { keyHash, scopes, assistantCredits } = found;
  const caller = {
    via: 'key',
    account,
    keyEnd: key.slice(-4),
    keyHash,
    scopes,
    assistantCredits,
  } as const;
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

/** @throws {AppError} `unauthenticated`, even for a valid API key; `not_a_member`, `sso_required` */
export async function authenticateSession(
  deps: AuthenticateDeps,
  credentials: Credentials,
): Promise<SessionCaller> {
  const { token } = splitCredentials(credentials);
  const caller =
    token === undefined ? undefined : await authenticateToken(deps, token, credentials);
  if (!caller) throw new AppError('unauthenticated');
  return caller;
}

/**
 * If a session and a key are sent, the session is used, and the key must belong to the same
 * account.
 * @throws {AppError} `unauthenticated`; `wrong_api_key` for a missing or unknown key;
 * `account_inactive` or `api_paid_only` for a known key; `forbidden` if the key belongs to an
 * account other than the session's
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
