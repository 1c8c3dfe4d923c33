import { X509Certificate, generateKeyPairSync, sign } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';

/**
 * Creates a self-signed X.509 certificate (RFC 5280) at each start, so that no private key is ever
 * stored. Node can sign, but not create certificates. The available library has 22 dependencies and
 * is asynchronous, so it does not work with fake timers.
 */

const COMMON_NAME = Buffer.from([0x55, 0x04, 0x03]);
const ECDSA_WITH_SHA256 = Buffer.from([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]);
const YEAR_MS = 365 * 86_400_000;

/** Encodes a DER element: tag, definite length, content (X.690 §8.1). */
const element =
  (tag: number) =>
  (...content: readonly Buffer[]): Buffer => {
    const body = Buffer.concat(content);
    const { length } = body;
    const head = length < 0x80 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
    return Buffer.concat([Buffer.from(head), body]);
  };
const integer = element(0x02);
const bits = element(0x03);
const objectId = element(0x06);
const utf8 = element(0x0c);
const generalizedTime = element(0x18);
const sequence = element(0x30);
const set = element(0x31);

const time = (ms: number): Buffer =>
  generalizedTime(Buffer.from(new Date(ms).toISOString().replaceAll(/[-:T]|\.\d+/gu, '')));

/** Returns PEM for `commonName`, valid from a year before `now` to a year after. */
export function createSelfSignedCertificate(
  commonName: string,
  now: number,
): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(objectId(ECDSA_WITH_SHA256));
  const name = sequence(set(sequence(objectId(COMMON_NAME), utf8(Buffer.from(commonName)))));
  const toBeSigned = sequence(
    integer(Buffer.from([1])),
    algorithm,
    name,
    sequence(time(now - YEAR_MS), time(now + YEAR_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  const certificate = sequence(toBeSigned, algorithm, bits(Buffer.from([0]), signature));
  return {
    cert: new X509Certificate(certificate).toString(),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

export const createTlsContext = (now: number): SecureContext =>
  createSecureContext(createSelfSignedCertificate('mailnet.test', now));
