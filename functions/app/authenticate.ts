import { AppError } from '../../shared/contract/errors.ts';
import { USER_STATUS } from '../../shared/model/account.ts';
import { sessionIdOf } from './open-session.ts';
import type { Accounts, User } from './ports/accounts.ts';
import type { ApiKeys } from './ports/api-keys.ts';
import type { Sessions } from './ports/sessions.ts';

/** Who calls, proven: a signed-in user or a program with an API key. */
export interface SessionCaller {
  readonly via: 'session';
  readonly user: User;
  readonly sessionId: string;
}
interface KeyCaller {
  readonly via: 'key';
  readonly user: User;
}
export type Caller = SessionCaller | KeyCaller;

interface Deps {
  accounts: Accounts;
  apiKeys: ApiKeys;
  sessions: Sessions;
}

export interface Credentials {
  /** What stands after `Bearer`: a session token or an API key. */
  readonly bearer?: string;
  /** From the key's own header or form field. */
  readonly apiKey?: string;
}

const isKey = (text: string): boolean => text.startsWith('tms_live_');

/** Undefined when the session has ended, expired or never was, or its user may not sign in. */
async function bySession(
  { accounts, sessions }: Deps,
  token: string,
): Promise<SessionCaller | undefined> {
  const session = await sessions.find(sessionIdOf(token));
  if (!session) return undefined;
  const user = await accounts.get(session.userId);
  if (!user?.verified || user.status !== USER_STATUS.active) return undefined;
  return { via: 'session', user, sessionId: session.id };
}

async function userOfKey({ accounts, apiKeys }: Deps, key: string): Promise<User> {
  const userId = await apiKeys.findUser(key);
  const user = userId === undefined ? undefined : await accounts.get(userId);
  if (!user?.verified) throw new AppError('unauthenticated');
  if (user.status !== USER_STATUS.active) throw new AppError('account_inactive');
  if (!user.paid) throw new AppError('api_paid_only');
  return user;
}

/**
 * Finds out who calls. A session suffices; a key beside it must be the same user's. A key alone
 * counts where `takesKeys`. Throws `unauthenticated`, and for a key that is right `account_inactive`
 * and `api_paid_only`, or `forbidden` when it is not the session's.
 */
export async function authenticate(
  deps: Deps,
  { bearer, apiKey }: Credentials,
  takesKeys: boolean,
): Promise<Caller> {
  const token = bearer !== undefined && !isKey(bearer) ? bearer : undefined;
  const key = apiKey ?? (token === undefined ? bearer : undefined);

  if (token !== undefined) {
    const caller = await bySession(deps, token);
    if (!caller) throw new AppError('unauthenticated');
    if (takesKeys && key !== undefined) {
      const owner = await deps.apiKeys.findUser(key);
      if (owner !== caller.user.id) throw new AppError('forbidden');
    }
    return caller;
  }
  if (!takesKeys || key === undefined) throw new AppError('unauthenticated');
  return { via: 'key', user: await userOfKey(deps, key) };
}
