import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { Proof, Security } from '../../../../shared/contract/second-factor.ts';
import { PRODUCT_NAME } from '../../../../shared/model/product.ts';

/** Lets the user choose a passkey. Rejects if the user cancels. */
export async function provePasskey(challenge: string): Promise<Proof> {
  const optionsJSON = { challenge, userVerification: 'required' } as const;
  return { method: 'passkey', credential: await startAuthentication({ optionsJSON }) };
}

/** ES256, EdDSA and RS256, in order of preference: https://www.iana.org/assignments/cose */
const ALGORITHMS = [-7, -8, -257];

interface NewPasskey {
  readonly challenge: string;
  readonly userId: string;
  readonly email: string;
  readonly existing: Security['passkeys'];
}

/** Creates a passkey on a device of the user. Rejects if the user cancels. */
export const createPasskey = ({ challenge, userId, email, existing }: NewPasskey) =>
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
  });
