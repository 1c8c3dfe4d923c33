import * as oidc from 'openid-client';
import * as z from 'zod/mini';
import { AppError } from '../../../shared/contract/errors.ts';
import { PROVIDER_CLOCK_TOLERANCE_MS } from '../../../shared/model/second-factor.ts';
import { MINUTE_MS } from '../../../shared/model/duration.ts';
import { cacheWithTtl } from '../../platform/cache-with-ttl.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { EndpointUrlNormalizer } from '../../webhooks/adapters/endpoint-urls.ts';
import type { HttpClient } from '../../webhooks/adapters/webhook-client.ts';

/** Registration of Tamis at a provider. */
export interface ProviderClient {
  readonly accountId: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly redirectUri: string;
}

/** Values that bind a response to the browser that requested it. */
export interface Flow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Whether the person must log in again even with a session at the provider. */
  readonly isProof: boolean;
}

const claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.optional(z.string()),
  email_verified: z.optional(z.unknown()),
  /**
   * Whether Microsoft Entra has verified the domain of the address:
   * https://learn.microsoft.com/en-us/entra/identity-platform/optional-claims-reference
   */
  xms_edov: z.optional(z.unknown()),
  given_name: z.optional(z.unknown()),
  family_name: z.optional(z.unknown()),
  /** Domain of a Google Workspace account; absent for other Google accounts. */
  hd: z.optional(z.unknown()),
  /** Seconds since the epoch. */
  auth_time: z.optional(z.number()),
});
export type IdentityClaims = Readonly<z.infer<typeof claims>>;

/** An OpenID provider, which a customer runs. Its metadata is cached for ten minutes. */
export interface IdentityProvider {
  /**
   * Reads the metadata anew.
   * @throws {AppError} `sso_failed` if the issuer has no valid metadata
   */
  check(client: ProviderClient): Promise<void>;
  /** @throws {AppError} `sso_failed` */
  authorizationUrl(client: ProviderClient, flow: Flow, email: string): Promise<string>;
  /**
   * Exchanges the code in `response`, the query of the redirect URI, for verified claims.
   * @throws {AppError} `sso_failed` for any response that is not valid for the flow
   */
  exchange(
    client: ProviderClient & { readonly clientSecret: string },
    flow: Flow,
    response: string,
  ): Promise<IdentityClaims>;
}

const MAX_RESPONSE_BYTES = 256 * 1024;
const METADATA_CACHE_MS = 10 * MINUTE_MS;

/**
 * Authenticates with `client_secret_basic`, the default of OpenID Connect Discovery 1.0, section 3,
 * or with `client_secret_post` if the provider does not support it.
 */
const authenticateWith =
  (secret: string): oidc.ClientAuth =>
  (server, ...others) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
    const authenticate = methods.includes('client_secret_basic')
      ? oidc.ClientSecretBasic(secret)
      : oidc.ClientSecretPost(secret);
    return authenticate(server, ...others);
  };

/**
 * Runs the authorization code flow with PKCE, state and nonce (RFC 9700, section 2.1.1). Calls to
 * the provider have the guards of webhooks: only public hosts, resolved again for each call, and no
 * redirects.
 */
export function createIdentityProvider(
  http: HttpClient,
  urls: EndpointUrlNormalizer,
  allowInsecure: boolean,
  log: Log,
  clock: Clock,
): IdentityProvider {
  const requireAllowed = (url: string): void => {
    if (urls.normalize(url) === undefined) throw new TypeError('the URL is not allowed');
  };

  const fetch: oidc.CustomFetch = async (url, { method, headers, body }) => {
    requireAllowed(url);
    const response = await http.request(url, {
      method,
      headers,
      ...(body !== undefined && body !== null && { body: String(body) }),
      maxBytes: MAX_RESPONSE_BYTES,
    });
    const { 'content-type': type = '' } = response.headers;
    return new Response(response.body, {
      status: response.status,
      headers: { 'content-type': type },
    });
  };

  async function discover(issuer: string): Promise<oidc.ServerMetadata> {
    const found = await oidc.discovery(new URL(issuer), 'discovery', undefined, undefined, {
      [oidc.customFetch]: fetch,
      execute: allowInsecure ? [oidc.allowInsecureRequests] : [],
    });
    const metadata = found.serverMetadata();
    // The library accepts Microsoft's multi-tenant issuers, whose users belong to any company.
    if (new URL(metadata.issuer).href !== new URL(issuer).href)
      throw new TypeError('the issuer differs');
    return metadata;
  }

  const readers = new Map<string, () => Promise<oidc.ServerMetadata>>();

  async function configure({ issuer, clientId }: ProviderClient, secret = '') {
    const read =
      readers.get(issuer) ?? cacheWithTtl(() => discover(issuer), METADATA_CACHE_MS, clock);
    readers.set(issuer, read);
    const provider = new oidc.Configuration(
      await read(),
      clientId,
      {
        [oidc.clockTolerance]: PROVIDER_CLOCK_TOLERANCE_MS / 1000,
        // The library reads the clock of the process.
        [oidc.clockSkew]: Math.round((clock.now() - Date.now()) / 1000),
      },
      authenticateWith(secret),
    );
    provider[oidc.customFetch] = fetch;
    oidc.enableNonRepudiationChecks(provider);
    if (allowInsecure) oidc.allowInsecureRequests(provider);
    return provider;
  }

  async function translateFailure<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      // The message may quote the provider, so it is only logged.
      log.warn('sso_failed', { account: accountId }, error);
      const extras = { body: { reason: 'provider' }, account: accountId };
      throw new AppError('sso_failed', extras, { cause: error });
    }
  }

  return {
    check: (client) =>
      translateFailure(client.accountId, async () => {
        await discover(client.issuer);
      }),

    authorizationUrl: (client, { isProof, ...flow }, email) =>
      translateFailure(client.accountId, async () => {
        const url = oidc.buildAuthorizationUrl(await configure(client), {
          redirect_uri: client.redirectUri,
          scope: 'openid email profile',
          state: flow.state,
          nonce: flow.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
          code_challenge_method: 'S256',
          login_hint: email,
          ...(isProof && { max_age: '0' }),
        });
        requireAllowed(url.origin);
        return url.href;
      }),

    exchange: ({ clientSecret, ...client }, flow, response) =>
      translateFailure(client.accountId, async () => {
        const server = await configure(client, clientSecret);
        const tokens = await oidc.authorizationCodeGrant(
          server,
          new URL(`${client.redirectUri}?${response}`),
          {
            expectedState: flow.state,
            expectedNonce: flow.nonce,
            pkceCodeVerifier: flow.verifier,
          },
        );
        const given = z.parse(claims, tokens.claims());
        if (given.email !== undefined) return given;
        // Some providers return the claims of a scope only here (OpenID Connect Core, section 5.4).
        const info = await oidc.fetchUserInfo(server, tokens.access_token, given.sub);
        return z.parse(claims, { ...info, auth_time: given.auth_time });
      }),
  };
}
