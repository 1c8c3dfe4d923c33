import { spawnSync } from 'node:child_process';
import * as oidc from 'openid-client';
import { expect, it } from 'vitest';
import {
  SAMPLE_CLIENT,
  sampleIssuerAt,
} from '../../lab/embedded/identity-provider/sample-company.ts';
import { createDnsLookup } from '../../functions/platform/dns-lookup.ts';
import { createLoginBrowser } from '../support/identity-provider.ts';
import { useSharedStack } from './shared-stack.ts';

/** The sample company of `npm start`: its identity provider and its DNS. */

const stack = useSharedStack();

it('logs a person of the sample company in for any account of the web app', async () => {
  const { id, secret } = SAMPLE_CLIENT;
  const issuer = new URL(sampleIssuerAt(stack.url));
  const client = await oidc.discovery(issuer, id, {}, oidc.ClientSecretBasic(secret), {
    execute: [oidc.allowInsecureRequests],
  });
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
  const url = oidc.buildAuthorizationUrl(client, {
    redirect_uri: `${stack.url}/sso/01ACCOUNT`,
    scope: 'openid email profile',
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  const response = await createLoginBrowser().authorize(url.href, 'bruno');
  const tokens = await oidc.authorizationCodeGrant(client, new URL(response), { pkceCodeVerifier });
  expect(tokens.claims()).toMatchObject({ sub: 'bruno', email: 'bruno@acme.test', locale: 'fr' });
});

it('publishes and removes a TXT record with `npm run dns:publish`', async () => {
  const publish = (...args: string[]) =>
    spawnSync(process.execPath, ['localstack/publish-text.ts', '_a.acme.test', ...args], {
      encoding: 'utf8',
      env: { ...process.env, TAMIS_HOME: stack.home },
    });
  const dns = createDnsLookup(`127.0.0.1:${stack.info.mailnet?.dnsPort}`);
  expect(publish('token=1')).toMatchObject({ status: 0, stderr: '' });
  expect(await dns.texts('_a.acme.test')).toEqual(['token=1']);
  expect(publish()).toMatchObject({ status: 0, stdout: 'removed _a.acme.test\n' });
  expect(await dns.texts('_a.acme.test')).toEqual([]);
});
