import * as oidc from 'openid-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  hang,
  type HostileResponses,
  redirectTo,
  sendLargeJson,
  startHostileProvider,
} from './hostile-provider.ts';

const DISCOVERY = '/.well-known/openid-configuration';
let provider: Awaited<ReturnType<typeof startHostileProvider>>;

beforeAll(async () => {
  // openid-client compares tokens with the clock of the process.
  provider = await startHostileProvider(Date.now);
});
afterEach(() => provider.answer({}));
afterAll(() => provider.close());

async function logIn(changes: Record<string, string | undefined> = {}) {
  const client = await oidc.discovery(
    new URL(provider.issuer),
    'client',
    {},
    oidc.ClientSecretBasic('secret'),
    { execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks], timeout: 0.2 },
  );
  const checks = { expectedState: 'state', expectedNonce: 'nonce' };
  const url = oidc.buildAuthorizationUrl(client, {
    redirect_uri: 'http://localhost:9/sso/account',
    state: 'state',
    nonce: 'nonce',
  });
  const response = new URL(provider.redirect(url.href, changes));
  return (await oidc.authorizationCodeGrant(client, response, checks)).claims();
}

test('logs a person in, and records the requests', async () => {
  expect(await logIn()).toMatchObject({ sub: 'anna', aud: 'client', email: 'anna@acme.test' });
  expect(provider.requests.map(({ route }) => route)).toEqual([
    'GET /.well-known/openid-configuration',
    'POST /token',
    'GET /jwks',
  ]);
});

// A certified client rejects each of these responses, so each is an attack and not a mistake in
// this file.
test.each<[string, HostileResponses]>([
  ['another issuer in the metadata', { metadata: { issuer: 'https://other.test' } }],
  ['another issuer in the token', { claims: { iss: 'https://other.test' } }],
  ['another audience', { claims: { aud: 'other' } }],
  ['another nonce', { claims: { nonce: 'other' } }],
  ['no nonce', { claims: { nonce: undefined } }],
  ['an expired token', { claims: { exp: 1 } }],
  ['an unsigned token', { signature: 'none' }],
  ['a token that another key signed', { signature: 'other-key' }],
  ['large metadata', { responses: { [DISCOVERY]: sendLargeJson(100_000) } }],
  ['keys that never end', { responses: { '/jwks': hang } }],
  ['a redirect of the token endpoint', { responses: { '/token': redirectTo('http://[::1]:9') } }],
])('answers with %s', async (_, answers) => {
  provider.answer(answers);
  await expect(logIn()).rejects.toThrow(Error);
});

test.each([{ iss: 'https://other.test' }, { iss: undefined }, { state: 'other' }])(
  'redirects with %j',
  async (changes) => {
    await expect(logIn(changes)).rejects.toThrow(Error);
  },
);
