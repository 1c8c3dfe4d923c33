import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();
const encode = (data: Uint8Array | string): string => Buffer.from(data).toString('base64url');

/**
 * Flags of authenticator data: user present, user verified, attested credential data included
 * (https://www.w3.org/TR/webauthn-2/#sctn-authenticator-data).
 */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/**
 * Inputs of a WebAuthn ceremony. A different `rpId` or `unverified` simulates a dishonest client.
 */
export interface Ceremony {
  readonly challenge: string;
  readonly origin: string;
  readonly rpId?: string;
  readonly unverified?: true;
}

/** Creates a software authenticator with one passkey (ES256, attestation `none`). */
export function createAuthenticator(userId: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;

  const clientData = (type: string, { challenge, origin }: Ceremony): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  function authenticatorData(flags: number, ceremony: Ceremony, attested?: Uint8Array): Buffer {
    const { origin, rpId = new URL(origin).hostname, unverified } = ceremony;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const all = flags | PRESENT | (unverified ? 0 : VERIFIED);
    return Buffer.concat([sha256(rpId), Buffer.of(all), count, attested ?? Buffer.alloc(0)]);
  }

  return {
    id: encode(id),
    /** Makes the passkey look cloned: the counter in its next signature does not increase. */
    rewind: () => {
      counter -= 1;
    },
    create(ceremony: Ceremony) {
      const coseKey = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
          [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
        ]),
      );
      const length = Buffer.of(0, id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey]);
      const authData = Uint8Array.from(authenticatorData(ATTESTED, ceremony, attested));
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return {
        id: encode(id),
        rawId: encode(id),
        type: 'public-key',
        response: {
          clientDataJSON: encode(clientData('webauthn.create', ceremony)),
          attestationObject: encode(isoCBOR.encode(attestation as never)),
        },
      };
    },
    get(ceremony: Ceremony) {
      counter += 1;
      const client = clientData('webauthn.get', ceremony);
      const data = authenticatorData(0, ceremony);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id: encode(id),
        rawId: encode(id),
        type: 'public-key',
        response: {
          clientDataJSON: encode(client),
          authenticatorData: encode(data),
          signature: encode(signature),
          userHandle: encode(userId),
        },
      };
    },
  };
}
