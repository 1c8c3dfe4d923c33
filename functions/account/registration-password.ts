import { createHmac } from 'node:crypto';
import type { Passwords, PendingRegistration } from './ports.ts';
import { isSameText } from '../platform/same-text.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';

const SALT_BYTES = 16;

/**
 * Hashes the password of a registration. All registrations of an address have one salt, a secret
 * of ours: a password is hashed once to be compared with each of them, however many there are, and
 * once where there are none, so that neither time nor load tells or grows with their number.
 */
export async function registrationHash(
  { passwords, secrets }: { passwords: Passwords; secrets: Secrets },
  address: string,
  password: string,
): Promise<string> {
  const salt = createHmac('sha256', await secrets.key('registration-salt'))
    .update(address)
    .digest()
    .subarray(0, SALT_BYTES);
  return passwords.hash(password, salt);
}

/** Of the registrations whose password has this hash, the one that was sent a code last. */
export const withPassword = (
  registrations: readonly PendingRegistration[],
  hash: string,
): PendingRegistration | undefined =>
  lastAsked(registrations.filter(({ passwordHash }) => isSameText(passwordHash, hash)));

/** The registration that was sent a code last. */
export const lastAsked = (
  registrations: readonly PendingRegistration[],
): PendingRegistration | undefined =>
  registrations
    .toSorted((a, b) => (a.history.issuedAt.at(-1) ?? 0) - (b.history.issuedAt.at(-1) ?? 0))
    .at(-1);
