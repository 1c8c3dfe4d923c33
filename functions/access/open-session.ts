import { hash } from 'node:crypto';
import { AppError } from '../../shared/contract/errors.ts';
import { DAY_MS } from '../../shared/model/duration.ts';
import { csrfToken } from './signed.ts';
import type { User } from './adapters/user.ts';
import type { AccessDeps } from './deps.ts';

/** A session ends this long after it was opened, used or not. */
const SESSION_MS = 7 * DAY_MS;
const TOKEN_BYTES = 32;

export interface OpenedSession {
  readonly token: string;
  readonly csrf_token: string;
}

/** What is stored of a token: from the hash alone nobody can sign in. */
export const sessionIdOf = (token: string): string => hash('sha256', token);

export type OpenSessionDeps = Pick<
  AccessDeps,
  'accounts' | 'apiKeys' | 'clock' | 'ids' | 'secrets' | 'sessions'
>;

interface Opening {
  /** When the password was looked at: a change of it in the meantime ends this session too. */
  readonly since?: number;
  /** What a caller is told who came too late. */
  readonly refusal?: 'wrong_credentials' | 'wrong_code';
}

/**
 * Signs a user in. A customer who has no test key yet gets one.
 * @param user with the hash of the password that was proven
 * @throws {AppError} `wrong_credentials`, or another `refusal`, when the password was changed, or
 * the account deactivated or closed, since the user was read
 */
export async function openSession(
  deps: OpenSessionDeps,
  user: Pick<User, 'id' | 'passwordHash'>,
  { since = deps.clock.now(), refusal = 'wrong_credentials' }: Opening = {},
): Promise<OpenedSession> {
  const userId = user.id;
  await deps.apiKeys.ensureTest(userId);
  const token = deps.ids.token(TOKEN_BYTES);
  const id = sessionIdOf(token);
  const session = { id, userId, createdAt: since, expiresAt: since + SESSION_MS };
  // One transaction with the look at the profile: what ends sessions has written there before.
  if (!(await deps.sessions.create(session, deps.accounts.requirePassword(user))))
    throw new AppError(refusal, { account: userId });
  return { token, csrf_token: await csrfToken(deps.secrets, id) };
}
