import { createHmac } from 'node:crypto';
import { verifyMac } from '../access/signed.ts';
import { timingSafeEqualText } from '../platform/timing-safe-equal-text.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import type { PendingRegistration } from './adapters/registrations.ts';
import type { AccountDeps } from './deps.ts';

const ULID_LENGTH = 26;
const SALT_BYTES = 16;

type RegistrationKey = Pick<PendingRegistration, 'address' | 'id'>;

const secretOf = (key: Uint8Array, { address, id }: RegistrationKey): string =>
  id + createHmac('sha256', key).update(`${id}|${address}`).digest('base64url');

/**
 * Returns the secret of a registration: the id and a MAC that only we can compute. Because it is
 * derived instead of stored, it can be returned again to a caller who knows the password.
 */
export const deriveRegistrationSecret = async (
  secrets: Secrets,
  registration: RegistrationKey,
): Promise<string> => secretOf(await secrets.key('registration'), registration);

/** Returns the registration id in a secret, or undefined if the secret is invalid. */
export async function verifyRegistrationSecret(
  secrets: Secrets,
  address: string,
  secret: string,
): Promise<string | undefined> {
  const id = secret.slice(0, ULID_LENGTH);
  const make = (key: Uint8Array): string => secretOf(key, { address, id });
  return (await verifyMac(secrets, 'registration', secret, make)) ? id : undefined;
}

/**
 * Returns the hash of a registration's password. All registrations of an address share a secret
 * salt, so that a login computes only one hash, however many registrations exist.
 */
export async function hashRegistrationPassword(
  { passwords, secrets }: Pick<AccountDeps, 'passwords' | 'secrets'>,
  address: string,
  password: string,
): Promise<string> {
  const salt = createHmac('sha256', await secrets.key('registration-salt'))
    .update(address)
    .digest()
    .subarray(0, SALT_BYTES);
  return passwords.hash(password, salt);
}

/** If several registrations match, returns the one to which a code was sent last. */
export const findByPasswordHash = (
  registrations: readonly PendingRegistration[],
  hash: string,
): PendingRegistration | undefined =>
  findLatestRegistration(
    registrations.filter(({ passwordHash }) => timingSafeEqualText(passwordHash, hash)),
  );

export const findLatestRegistration = (
  registrations: readonly PendingRegistration[],
): PendingRegistration | undefined =>
  registrations
    .toSorted((a, b) => (a.history.issuedAt.at(-1) ?? 0) - (b.history.issuedAt.at(-1) ?? 0))
    .at(-1);
