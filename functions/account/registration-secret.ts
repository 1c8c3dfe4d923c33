import { createHmac } from 'node:crypto';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { isMadeByUs } from './made-by-us.ts';

const ULID_LENGTH = 26;

interface Name {
  readonly address: string;
  readonly id: string;
}

const secretOf = (key: Uint8Array, { address, id }: Name): string =>
  id + createHmac('sha256', key).update(`${id}|${address}`).digest('base64url');

/**
 * What shows that a caller made a registration: its id, and a MAC that only we can make. It is
 * derived, so that it is stored nowhere and can be handed out again to whoever knows the password.
 */
export const registrationSecret = async (secrets: Secrets, registration: Name): Promise<string> =>
  secretOf(await secrets.key('registration'), registration);

/** The id of the registration that a secret shows; undefined for one that we did not make. */
export async function registrationShown(
  secrets: Secrets,
  address: string,
  shown: string,
): Promise<string | undefined> {
  const id = shown.slice(0, ULID_LENGTH);
  const make = (key: Uint8Array): string => secretOf(key, { address, id });
  return (await isMadeByUs(secrets, 'registration', shown, make)) ? id : undefined;
}
