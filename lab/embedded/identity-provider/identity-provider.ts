import { generateKeyPair, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type {
  Adapter,
  AdapterFactory,
  AdapterPayload,
  Configuration,
  Interaction,
  Provider,
} from 'oidc-provider';
import { renderErrorPage, renderLoginPage } from './pages.ts';

/** A person at the provider, with the claims of OpenID Connect Core 1.0, section 5.1. */
export interface ProviderUser {
  /** The claim `sub`, which does not change with the address. */
  readonly id: string;
  readonly email: string;
  /** True if absent. */
  readonly email_verified?: boolean;
  readonly given_name?: string;
  readonly family_name?: string;
  readonly locale?: string;
}

export interface RegisteredClient {
  readonly id: string;
  readonly secret: string;
  /** Start of the redirect URIs that the client may use. */
  readonly redirectPrefix: string;
}

export interface IdentityProviderOptions {
  /**
   * URL without a trailing slash. The path of every request to the provider starts with its path.
   */
  readonly issuer: string;
  readonly clients: readonly RegisteredClient[];
  /** Read at each request, so that a test may change them. */
  readonly users: readonly ProviderUser[];
  /**
   * Whether ID tokens contain only the claims that the standard requires, so that clients must ask
   * the UserInfo endpoint for all others. By default, they contain all claims, as from most
   * providers.
   */
  readonly hasThinIdTokens?: boolean;
}

/** Responds to requests for the provider; returns false for all others. */
export type IdentityProviderHandler = (
  message: IncomingMessage,
  response: ServerResponse,
) => boolean;

const MINUTE_SECONDS = 60;
const LOGIN_PATH = '/login/';

/**
 * Creates an OpenID provider whose login page lists the users, without a password. Supports only the
 * authorization code flow, and requires PKCE. Keys, sessions and codes exist only in memory.
 */
export function createIdentityProvider(options: IdentityProviderOptions): IdentityProviderHandler {
  const { pathname } = new URL(options.issuer);
  const path = pathname === '/' ? '' : pathname;
  let created: Promise<Provider> | undefined;

  const respond = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Created at the first request, because most stacks never use it.
    created ??= createProvider(options, path);
    const provider = await created;
    // The library compares the two URLs to find the path prefix of its other URLs.
    Object.assign(message, { originalUrl: message.url, url: message.url?.slice(path.length) });
    if (message.url?.startsWith(LOGIN_PATH)) await logIn(provider, options, message, response);
    else await provider.callback()(message, response);
  };

  return (message, response) => {
    const { url = '' } = message;
    if (!url.startsWith(`${path}/`)) return false;
    respond(message, response).catch((error: unknown) => {
      console.error('identity provider:', error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
    return true;
  };
}

async function createProvider(options: IdentityProviderOptions, path: string): Promise<Provider> {
  const { issuer, clients, users, hasThinIdTokens = false } = options;
  const { Provider } = await import('oidc-provider');
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: 'jwk' }), kty: 'RSA', use: 'sig', alg: 'RS256' };
  const configuration: Configuration = {
    adapter: createMemoryAdapter(),
    clients: clients.map(({ id, secret, redirectPrefix }) => ({
      client_id: id,
      client_secret: secret,
      redirect_uris: [redirectPrefix],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      require_auth_time: true,
    })),
    jwks: { keys: [key] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    claims: {
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'locale'],
    },
    conformIdTokenClaims: hasThinIdTokens,
    responseTypes: ['code'],
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    ttl: {
      AccessToken: 60 * MINUTE_SECONDS,
      AuthorizationCode: MINUTE_SECONDS,
      Grant: 24 * 60 * MINUTE_SECONDS,
      IdToken: 60 * MINUTE_SECONDS,
      Interaction: 60 * MINUTE_SECONDS,
      Session: 24 * 60 * MINUTE_SECONDS,
    },
    interactions: { url: (_, { uid }) => `${path}${LOGIN_PATH}${uid}` },
    findAccount(_, id) {
      const user = users.find((each) => each.id === id);
      if (!user) return undefined;
      const { id: sub, ...claims } = user;
      return { accountId: sub, claims: () => ({ email_verified: true, ...claims, sub }) };
    },
    // Grants everything that a client requests, so there is no consent page.
    async loadExistingGrant({ oidc: { provider, client, session, params } }) {
      const accountId = session?.accountId;
      if (!client || accountId === undefined) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId });
      grant.addOIDCScope(String(params?.['scope']));
      await grant.save();
      return grant;
    },
    renderError(context, { error, error_description: description }) {
      context.type = 'html';
      context.body = renderErrorPage(error, description ?? '');
    },
  };
  const provider = new Provider(issuer, configuration);
  // Accept any path below the prefix, because it contains the id of an account that is not known in
  // advance.
  Object.assign(provider.Client.prototype, {
    redirectUriAllowed(this: { readonly redirectUris: readonly string[] }, uri: string): boolean {
      return this.redirectUris.some((prefix) => uri.startsWith(prefix));
    },
  });
  return provider;
}

/** Shows the login page, or logs the chosen person in and returns to the client. */
async function logIn(
  provider: Provider,
  { users }: IdentityProviderOptions,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const interaction = await provider.interactionDetails(message, response).catch(() => undefined);
  if (!interaction) {
    const page = renderErrorPage('invalid_request', 'This login has expired. Please start again.');
    response.writeHead(400, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    return;
  }
  if (message.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(renderLoginPage(users));
    return;
  }
  const id = new URLSearchParams(await text(message)).get('user');
  const isKnown = users.some((user) => user.id === id);
  if (id !== null && isKnown) await endOtherSession(provider, interaction, id);
  const result = id !== null && isKnown ? { login: { accountId: id } } : { error: 'access_denied' };
  await provider.interactionFinished(message, response, result, {
    mergeWithLastSubmission: false,
  });
}

/**
 * Ends the session of another person. Otherwise, the library would ask for a logout on a page that
 * needs JavaScript.
 */
async function endOtherSession(
  provider: Provider,
  interaction: Interaction,
  accountId: string,
): Promise<void> {
  const { session: former } = interaction;
  if (former?.accountId === undefined || former.accountId === accountId) return;
  const session = await provider.Session.findByUid(former.uid);
  if (!session) return;
  Object.assign(session, { accountId: undefined, authorizations: {} });
  await session.persist();
  Object.assign(interaction, { session: undefined });
  await interaction.persist();
}

function createMemoryAdapter(): AdapterFactory {
  const stored = new Map<string, AdapterPayload>();
  return (model): Adapter => ({
    async upsert(id, payload) {
      stored.set(`${model}:${id}`, payload);
    },
    find: async (id) => stored.get(`${model}:${id}`),
    findByUid: async (uid) =>
      stored.entries().find(([key, each]) => key.startsWith(`${model}:`) && each.uid === uid)?.[1],
    // Only devices without a browser use user codes.
    findByUserCode: async () => undefined,
    async consume(id) {
      const payload = stored.get(`${model}:${id}`);
      if (payload) payload['consumed'] = true;
    },
    async destroy(id) {
      stored.delete(`${model}:${id}`);
    },
    async revokeByGrantId(grantId) {
      for (const [key, payload] of stored) if (payload.grantId === grantId) stored.delete(key);
    },
  });
}
