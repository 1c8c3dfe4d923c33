import { clearCookie, readCookie, writeCookie } from '../../lib/cookies.ts';

const COOKIE = 'email';

/** The address that a one-time code was sent to; kept for a day, so that it survives a reload. */
export const pendingEmail = (): string | undefined => readCookie(COOKIE);
export const setPendingEmail = (email: string): void => writeCookie(COOKIE, email, 1);
export const clearPendingEmail = (): void => clearCookie(COOKIE);
