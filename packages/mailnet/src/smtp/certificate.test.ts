import { createPrivateKey, X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSelfSignedCertificate } from './certificate.ts';

it('creates a self-signed certificate that OpenSSL can read', () => {
  const now = Date.UTC(2031, 4, 6);
  const { cert, key } = createSelfSignedCertificate('mailnet.test', now);
  const certificate = new X509Certificate(cert);
  expect(certificate.subject).toBe('CN=mailnet.test');
  expect(certificate.issuer).toBe('CN=mailnet.test');
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true);
  expect(certificate.validFromDate.getTime()).toBeLessThan(now);
  expect(certificate.validToDate.getTime()).toBeGreaterThan(now);
});

it('creates a different key each time', () => {
  expect(createSelfSignedCertificate('a.test', 0).key).not.toBe(
    createSelfSignedCertificate('a.test', 0).key,
  );
});
