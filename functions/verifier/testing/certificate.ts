import { createPrivateKey } from 'node:crypto';

/** Self-signed for `mx.test`, for servers in tests; authenticates nothing and nobody. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBezCCASGgAwIBAgIUXnUlCeuFGWhE96kMgzSZaYRfecIwCgYIKoZIzj0EAwIw
EjEQMA4GA1UEAwwHbXgudGVzdDAgFw0yNjExMjAwODM0NTFaGA8yMTI2MTAyNzA4
MzQ1MVowEjEQMA4GA1UEAwwHbXgudGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEH
A0IABKWrjyo36gHVHvULnOd7BhQAYr7UELAv40L2dEWN1B0cYBgDc5rC0vhR4TzR
YHWBJZ2ZtxrqTDWNSYFgimV6AA2jUzBRMB0GA1UdDgQWBBR5qW8eb/mfZ5sy38s6
s6QOM0YQVDAfBgNVHSMEGDAWgBR5qW8eb/mfZ5sy38s6s6QOM0YQVDAPBgNVHRMB
Af8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCICifFoayQdLn45tofifCZlACT7g2
v+G+1N60S2iUYryvAiEA2zeHk1IzWF/KJI5k056bU3wdpD1oiwE8+WRAkedMqew=
-----END CERTIFICATE-----
`;

export const KEY = createPrivateKey({
  format: 'jwk',
  key: {
    kty: 'EC',
    crv: 'P-256',
    x: 'pauPKjfqAdUe9Quc53sGFABivtQQsC_jQvZ0RY3UHRw',
    y: 'YBgDc5rC0vhR4TzRYHWBJZ2ZtxrqTDWNSYFgimV6AA0',
    d: 'NCn00fRJMv8_DXpu8VSjewZo4535miXp3sg31eeic4k',
  },
}).export({ type: 'pkcs8', format: 'pem' });
