import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../platform/secrets/secrets.ts';

/** The CSRF token of a session: known to whoever holds the session, useless with another. */
export async function csrfToken(secrets: Secrets, sessionId: string): Promise<string> {
  return createHmac('sha256', await secrets.key('csrf'))
    .update(sessionId)
    .digest('base64url');
}

export async function isCsrfToken(
  secrets: Secrets,
  sessionId: string,
  given: string | undefined,
): Promise<boolean> {
  const expected = Buffer.from(await csrfToken(secrets, sessionId));
  const received = Buffer.from(given ?? '');
  return received.length === expected.length && timingSafeEqual(received, expected);
}
