import { logSecurity } from '../access/security-log.ts';
import type { AccountDeps } from './deps.ts';

/** Ends the session it is called with. */
export async function logout(
  { sessions, log }: Pick<AccountDeps, 'log' | 'sessions'>,
  { userId, sessionId, sourceIp }: { userId: string; sessionId: string; sourceIp: string },
): Promise<void> {
  await sessions.delete(userId, sessionId);
  logSecurity(log, { what: 'session_ended', account: userId, sourceIp });
}
