import { clearCookie, readCookie, writeCookie } from '../../lib/cookies.ts';

const EMAIL_COOKIE = 'email';
const REGISTRATION_COOKIE = 'registration';
const EXPIRY_DAYS = 1;

/** Returns the unconfirmed address. A cookie keeps it for a day, so that it survives a reload. */
export const readPendingEmail = (): string | undefined => readCookie(EMAIL_COOKIE);

/** Secret of this visitor's registration: an address can have several registrations. */
export const readPendingRegistration = (): string | undefined => readCookie(REGISTRATION_COOKIE);

export function setPendingEmail(email: string, registration: string | undefined): void {
  writeCookie(EMAIL_COOKIE, email, EXPIRY_DAYS);
  if (registration === undefined) clearCookie(REGISTRATION_COOKIE);
  else writeCookie(REGISTRATION_COOKIE, registration, EXPIRY_DAYS);
}

export function clearPendingEmail(): void {
  clearCookie(EMAIL_COOKIE);
  clearCookie(REGISTRATION_COOKIE);
}
