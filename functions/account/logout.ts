import type { Sessions } from '../access/ports.ts';
import type { Log } from '../platform/log.ts';
import { logSecurity } from '../platform/security-log.ts';

/** Ends the session it is called with. */
export async function logout(
  { sessions, log }: { sessions: Sessions; log: Log },
  { userId, sessionId, sourceIp }: { userId: string; sessionId: string; sourceIp: string },
): Promise<void> {
  await sessions.end(userId, sessionId);
  logSecurity(log, { what: 'session_ended', account: userId, sourceIp });
}
