import { createHmac } from 'node:crypto';
import { isSameText } from '../platform/same-text.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';

const ULID_LENGTH = 26;

/**
 * What shows that a caller made a registration: its id, and a MAC that only we can make. It is
 * derived, so that it is stored nowhere and can be handed out again to whoever knows the password.
 */
export async function registrationSecret(
  secrets: Secrets,
  { address, id }: { address: string; id: string },
): Promise<string> {
  const mac = createHmac('sha256', await secrets.key('registration'))
    .update(`${id}|${address}`)
    .digest('base64url');
  return id + mac;
}

/** The id of the registration that a secret shows; undefined for one that we did not make. */
export async function registrationShown(
  secrets: Secrets,
  address: string,
  shown: string,
): Promise<string | undefined> {
  const id = shown.slice(0, ULID_LENGTH);
  const expected = await registrationSecret(secrets, { address, id });
  return isSameText(shown, expected) ? id : undefined;
}
