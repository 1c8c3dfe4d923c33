import * as oidc from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createLoginBrowser,
  type IdentityProvider,
  startIdentityProvider,
} from '../../../tests/support/identity-provider.ts';
import type { ProviderUser } from './identity-provider.ts';

const CLIENT = { id: 'client', secret: 'secret', redirectPrefix: 'http://localhost:9/sso/' };
const ANNA = { id: 'anna', email: 'anna@acme.test', given_name: 'Anna', locale: 'fr' };
const BRUNO = { id: 'bruno', email: 'bruno@acme.test', email_verified: false };
const users: ProviderUser[] = [ANNA, BRUNO];
let provider: IdentityProvider;
let client: oidc.Configuration;

const discover = (issuer: string, secret = CLIENT.secret): Promise<oidc.Configuration> =>
  oidc.discovery(new URL(issuer), CLIENT.id, {}, oidc.ClientSecretBasic(secret), {
    execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
  });

beforeAll(async () => {
  provider = await startIdentityProvider({ clients: [CLIENT], users });
  client = await discover(provider.issuer);
});
afterAll(() => provider.close());

const checks = { expectedState: 'state', expectedNonce: 'nonce', pkceCodeVerifier: 'v'.repeat(43) };

const urlFor = async (
  configuration: oidc.Configuration,
  changes: Record<string, string> = {},
): Promise<string> =>
  oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: `${CLIENT.redirectPrefix}account`,
    scope: 'openid email profile',
    state: 'state',
    nonce: 'nonce',
    code_challenge: await oidc.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...changes,
  }).href;

const claimsOf = async (configuration: oidc.Configuration, response: string) =>
  (await oidc.authorizationCodeGrant(configuration, new URL(response), checks)).claims();

test('returns the claims of the chosen person, who stays logged in', async () => {
  const browser = createLoginBrowser();
  const response = await browser.authorize(await urlFor(client), 'anna');
  expect(new URL(response).searchParams.get('iss')).toBe(provider.issuer);
  const { id: sub, ...claims } = ANNA;
  expect(await claimsOf(client, response)).toMatchObject({
    ...claims,
    sub,
    email_verified: true,
    auth_time: expect.any(Number),
  });
  expect(await claimsOf(client, await browser.authorize(await urlFor(client)))).toMatchObject({
    sub: 'anna',
  });
});

test.each<Record<string, string>>([{ max_age: '0' }, { prompt: 'login' }])(
  'asks again for %j, and accepts another person',
  async (changes) => {
    const browser = createLoginBrowser();
    await browser.authorize(await urlFor(client), 'anna');
    const again = await urlFor(client, changes);
    await expect(browser.authorize(again)).rejects.toThrow('asks for a login');
    const before = Math.floor(Date.now() / 1000);
    const claims = await claimsOf(client, await browser.authorize(again, 'bruno'));
    expect(claims).toMatchObject({ sub: 'bruno', email_verified: false });
    expect(claims?.auth_time).toBeGreaterThanOrEqual(before);
  },
);

test('returns changed claims of the same person', async () => {
  const response = await createLoginBrowser().authorize(await urlFor(client), 'anna');
  users[0] = { ...ANNA, email: 'anna@other.test' };
  expect(await claimsOf(client, response)).toMatchObject({ sub: 'anna', email: 'anna@other.test' });
  users[0] = ANNA;
});

test('returns to the client if the person cancels', async () => {
  const response = await createLoginBrowser().authorize(await urlFor(client), null);
  expect(new URL(response).searchParams.get('error')).toBe('access_denied');
});

test('has an issuer with a path, and ID tokens without an address', async () => {
  const options = { clients: [CLIENT], users, path: '/tenant', hasThinIdTokens: true };
  const { issuer, close } = await startIdentityProvider(options);
  expect((await fetch(new URL('/tenants', issuer))).status).toBe(404);
  const configuration = await discover(issuer);
  const browser = createLoginBrowser();
  const response = await browser.authorize(await urlFor(configuration), 'anna');
  const tokens = await oidc.authorizationCodeGrant(configuration, new URL(response), checks);
  expect(tokens.claims()).not.toHaveProperty('email');
  const userInfo = await oidc.fetchUserInfo(configuration, tokens.access_token, 'anna');
  expect(userInfo).toMatchObject({ sub: 'anna', email: 'anna@acme.test' });
  await close();
});

test.each<[string, Record<string, string>]>([
  ['another redirect URI', { redirect_uri: 'http://localhost:9/other' }],
  ['another client', { client_id: 'other' }],
])('shows an error for %s', async (_, changes) => {
  await expect(
    createLoginBrowser().authorize(await urlFor(client, changes), 'anna'),
  ).rejects.toThrow('This login failed');
});

test('requires PKCE, and the secret of the client', async () => {
  const url = new URL(await urlFor(client));
  url.searchParams.delete('code_challenge');
  url.searchParams.delete('code_challenge_method');
  const rejected = await createLoginBrowser().authorize(url.href, 'anna');
  expect(new URL(rejected).searchParams.get('error')).toBe('invalid_request');

  const response = await createLoginBrowser().authorize(await urlFor(client), 'anna');
  const other = await discover(provider.issuer, 'wrong');
  await expect(claimsOf(other, response)).rejects.toMatchObject({ status: 401 });
});
