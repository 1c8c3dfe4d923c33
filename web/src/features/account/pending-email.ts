import { clearCookie, readCookie, writeCookie } from '../../lib/cookies.ts';

const EMAIL = 'email';
const REGISTRATION = 'registration';
const DAYS = 1;

/** The address a code was sent to, kept for a day, so that it survives a reload. */
export const pendingEmail = (): string | undefined => readCookie(EMAIL);

/** The secret that identifies the visitor's registration among those for the address. */
export const pendingRegistration = (): string | undefined => readCookie(REGISTRATION);

export function setPendingEmail(email: string, registration: string | undefined): void {
  writeCookie(EMAIL, email, DAYS);
  if (registration === undefined) clearCookie(REGISTRATION);
  else writeCookie(REGISTRATION, registration, DAYS);
}

export function clearPendingEmail(): void {
  clearCookie(EMAIL);
  clearCookie(REGISTRATION);
}
