import { clearCookie, readCookie, writeCookie } from '../../lib/cookies.ts';

const COOKIE = 'email';

/** The address that waits for its one-time code; kept for a day, so that a reload finds it. */
export const pendingEmail = (): string | undefined => readCookie(COOKIE);
export const setPendingEmail = (email: string): void => writeCookie(COOKIE, email, 1);
export const clearPendingEmail = (): void => clearCookie(COOKIE);
