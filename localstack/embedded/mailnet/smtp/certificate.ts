import { generateKeyPairSync, sign } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { SecureContext } from 'node:tls';

/**
 * A self-signed X.509 certificate (RFC 5280), made anew at each start so that no private key is ever
 * kept. Node signs but does not write certificates, and this is all there is to one.
 */

const TAG = {
  integer: 0x02,
  bits: 0x03,
  oid: 0x06,
  utf8: 0x0c,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
};
const COMMON_NAME = Buffer.from([0x55, 0x04, 0x03]);
const ECDSA_WITH_SHA256 = Buffer.from([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]);
const YEAR_MS = 365 * 86_400_000;

/** A DER element: tag, definite length, content (X.690 §8.1). */
function element(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  const head = length < 0x80 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), body]);
}

/** GeneralizedTime, `YYYYMMDDHHMMSSZ`. */
const time = (ms: number): Buffer =>
  element(TAG.time, Buffer.from(new Date(ms).toISOString().replaceAll(/[-:T]|\.\d+/gu, '')));

/** The DER certificate and its PEM key, for `commonName`, valid for a year around `now`. */
export function selfSigned(commonName: string, now: number): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = element(TAG.sequence, element(TAG.oid, ECDSA_WITH_SHA256));
  const name = element(
    TAG.sequence,
    element(
      TAG.set,
      element(
        TAG.sequence,
        element(TAG.oid, COMMON_NAME),
        element(TAG.utf8, Buffer.from(commonName)),
      ),
    ),
  );
  const toBeSigned = element(
    TAG.sequence,
    element(TAG.integer, Buffer.from([1])),
    algorithm,
    name,
    element(TAG.sequence, time(now - YEAR_MS), time(now + YEAR_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  const certificate = element(
    TAG.sequence,
    toBeSigned,
    algorithm,
    element(TAG.bits, Buffer.from([0]), signature),
  );
  const base64 = certificate.toString('base64').replaceAll(/.{64}(?=.)/gu, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

export const secureContext = (now: number): SecureContext =>
  createSecureContext(selfSigned('mailnet.test', now));
