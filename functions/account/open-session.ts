import { createHash } from 'node:crypto';
import { csrfToken } from './csrf.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import type { ApiKeys, Sessions } from './ports.ts';
import type { Clock, Ids } from '../platform/clock.ts';

/** A session ends this long after it was opened, used or not. */
const SESSION_MS = 7 * 24 * 3600 * 1000;
const TOKEN_BYTES = 32;

export interface OpenedSession {
  readonly token: string;
  readonly csrf_token: string;
}

/** What is stored of a token: from the hash alone nobody can sign in. */
export const sessionIdOf = (token: string): string =>
  createHash('sha256').update(token).digest('hex');

/**
 * Signs a user in. A customer who has no test key yet gets one.
 * @param since when the password was looked at: a change of it in the meantime ends this session too
 */
export async function openSession(
  deps: { apiKeys: ApiKeys; sessions: Sessions; secrets: Secrets; clock: Clock; ids: Ids },
  userId: string,
  since = deps.clock.now(),
): Promise<OpenedSession> {
  await deps.apiKeys.ensureTest(userId);
  const token = deps.ids.token(TOKEN_BYTES);
  const id = sessionIdOf(token);
  await deps.sessions.create({
    id,
    userId,
    createdAt: since,
    expiresAt: since + SESSION_MS,
  });
  return { token, csrf_token: await csrfToken(deps.secrets, id) };
}
