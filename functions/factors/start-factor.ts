import type { SessionCaller } from '../access/authenticate.ts';
import { issueChallenge } from '../access/challenge.ts';
import { encodeTotpSecret, formatTotpUri } from './totp.ts';
import type { FactorsDeps } from './deps.ts';

/** Returns a challenge for a new factor, and a secret in case it is an authenticator app. */
export async function issueFactorSetup(
  deps: Pick<FactorsDeps, 'clock' | 'ids' | 'secrets'>,
  { person, sessionId }: SessionCaller,
) {
  const secret = encodeTotpSecret(deps.ids.token(20));
  return {
    challenge: await issueChallenge(deps, 'session', person.id, sessionId),
    user_id: Buffer.from(person.id).toString('base64url'),
    secret,
    uri: formatTotpUri(secret, person.email),
  };
}
