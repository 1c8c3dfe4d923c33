import { createHmac } from 'node:crypto';
import { isSameText } from '../platform/same-text.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';

const tokenOf = (key: Uint8Array, sessionId: string): string =>
  createHmac('sha256', key).update(sessionId).digest('base64url');

/** The CSRF token of a session: known to whoever holds the session, useless with another. */
export const csrfToken = async (secrets: Secrets, sessionId: string): Promise<string> =>
  tokenOf(await secrets.key('csrf'), sessionId);

/** Whether a token is the session's. Tokens from before the secret was replaced count as well. */
export async function isCsrfToken(
  secrets: Secrets,
  sessionId: string,
  given: string | undefined,
): Promise<boolean> {
  const received = given ?? '';
  const isOf = (key: Uint8Array): boolean => isSameText(received, tokenOf(key, sessionId));
  if (isOf(await secrets.key('csrf'))) return true;
  return received.length > 0 && (await secrets.keys('csrf')).some(isOf);
}
