import type { Sessions } from './ports.ts';

/** Ends the session it is called with. */
export async function logout(
  { sessions }: { sessions: Sessions },
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  await sessions.end(userId, sessionId);
}
