import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import i18next from 'i18next';
import { ApiError } from '../../../../shared/client/api-error.ts';
import type { FactorProof } from '../../../../shared/contract/factors.ts';
import type { SecuritySettings } from '../../../../shared/contract/security.ts';
import { PRODUCT_NAME } from '../../../../shared/model/product.ts';

/** Explains the error that browsers throw if the user cancels or has no passkey. */
async function orExplain<Credential>(ceremony: Promise<Credential>): Promise<Credential> {
  try {
    return await ceremony;
  } catch (cause) {
    const messages = [i18next.t('security.proof.noPasskey')];
    throw new ApiError({ status: 422, code: 'wrong_factor', messages }, { cause });
  }
}

/** Lets the user choose a passkey, and returns the proof for a challenge. */
export async function requestPasskeyProof(challenge: string): Promise<FactorProof> {
  const optionsJSON = { challenge, userVerification: 'required' } as const;
  const { response, ...credential } = await orExplain(startAuthentication({ optionsJSON }));
  // Discoverable credentials always return a user handle (WebAuthn Level 3, section 5.1.4.1).
  const { userHandle = '' } = response;
  return {
    method: 'passkey',
    credential: { ...credential, response: { ...response, userHandle } },
  };
}

/** ES256, EdDSA and RS256, in order of preference: https://www.iana.org/assignments/cose */
const ALGORITHMS = [-7, -8, -257];

interface NewPasskey {
  readonly challenge: string;
  readonly userId: string;
  readonly email: string;
  readonly existing: SecuritySettings['passkeys'];
}

export const createPasskey = ({ challenge, userId, email, existing }: NewPasskey) =>
  orExplain(
    startRegistration({
      optionsJSON: {
        challenge,
        rp: { name: PRODUCT_NAME },
        user: { id: userId, name: email, displayName: email },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: existing.map(({ id }) => ({ type: 'public-key', id })),
        attestation: 'none',
      },
    }),
  );
