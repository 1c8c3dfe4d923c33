import { clearCookie, readCookie, writeCookie } from '../../lib/cookies.ts';

const EMAIL_COOKIE = 'email';
const REGISTRATION_COOKIE = 'registration';
const EXPIRY_DAYS = 1;

/**
 * Returns the address that is still unconfirmed, from a cookie that lasts a day, so that the
 * address survives a reload.
 */
export const pendingEmail = (): string | undefined => readCookie(EMAIL_COOKIE);

/**
 * Returns the secret that identifies this visitor's registration, because an address can have
 * several registrations.
 */
export const pendingRegistration = (): string | undefined => readCookie(REGISTRATION_COOKIE);

export function setPendingEmail(email: string, registration: string | undefined): void {
  writeCookie(EMAIL_COOKIE, email, EXPIRY_DAYS);
  if (registration === undefined) clearCookie(REGISTRATION_COOKIE);
  else writeCookie(REGISTRATION_COOKIE, registration, EXPIRY_DAYS);
}

export function clearPendingEmail(): void {
  clearCookie(EMAIL_COOKIE);
  clearCookie(REGISTRATION_COOKIE);
}
