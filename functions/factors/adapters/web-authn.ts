import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { PasskeyRegistration, PasskeyAssertion } from '../../../shared/contract/factors.ts';
import type { Passkey } from './factors.ts';

/** Verifies the responses of authenticators to our challenges. */
export interface WebAuthn {
  /** Returns the new passkey, or undefined if the response is wrong. */
  verifyCreated(
    credential: PasskeyRegistration,
    challenge: string,
  ): Promise<Pick<Passkey, 'counter' | 'id' | 'publicKey'> | undefined>;
  /** Returns the new signature counter, or undefined if the response is wrong or a replay. */
  verifyUsed(
    passkey: Passkey,
    credential: PasskeyAssertion,
    challenge: string,
  ): Promise<number | undefined>;
}

/** Returns undefined if `@simplewebauthn/server` throws, as it does for any wrong response. */
async function orUndefined<T>(verification: Promise<T>): Promise<T | undefined> {
  try {
    return await verification;
  } catch {
    return undefined;
  }
}

/** @param origin origin of the web app; its host name is the id of the relying party */
export function createWebAuthn(origin: string): WebAuthn {
  const expectedOf = (challenge: string) => ({
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    // The authenticator also verifies a PIN or a fingerprint, so a passkey is two factors.
    requireUserVerification: true,
  });

  return {
    async verifyCreated(credential, challenge) {
      const response = { ...credential, clientExtensionResults: {} };
      const verified = await orUndefined(
        verifyRegistrationResponse({ response, ...expectedOf(challenge) }),
      );
      if (!verified?.verified) return undefined;
      const { id, publicKey, counter } = verified.registrationInfo.credential;
      return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
    },

    async verifyUsed({ id, publicKey, counter }, credential, challenge) {
      const response = { ...credential, clientExtensionResults: {} };
      const key = { id, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')), counter };
      const verified = await orUndefined(
        verifyAuthenticationResponse({ response, credential: key, ...expectedOf(challenge) }),
      );
      return verified?.verified ? verified.authenticationInfo.newCounter : undefined;
    },
  };
}
