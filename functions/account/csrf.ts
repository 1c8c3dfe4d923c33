import { createHmac } from 'node:crypto';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { isMadeByUs } from './made-by-us.ts';

const tokenOf = (key: Uint8Array, sessionId: string): string =>
  createHmac('sha256', key).update(sessionId).digest('base64url');

/** The CSRF token of a session: known to whoever holds the session, useless with another. */
export const csrfToken = async (secrets: Secrets, sessionId: string): Promise<string> =>
  tokenOf(await secrets.key('csrf'), sessionId);

/** Whether a token is the session's. Tokens from before the secret was replaced count as well. */
export function isCsrfToken(
  secrets: Secrets,
  sessionId: string,
  given: string | undefined,
): Promise<boolean> {
  return isMadeByUs(secrets, 'csrf', given ?? '', (key) => tokenOf(key, sessionId));
}
