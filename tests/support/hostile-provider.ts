import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { startHttpService } from '../../lab/embedded/services/http-service.ts';

const DISCOVERY = '/.well-known/openid-configuration';
const JSON_TYPE = { 'content-type': 'application/json' };

/** Deviations from the valid responses. */
export interface HostileResponses {
  /** Fields of the discovery document to replace; undefined removes one. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Claims of the ID token to replace; undefined removes one. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** An unsigned ID token, or one that is signed with a key that the provider does not publish. */
  readonly signature?: 'none' | 'other-key';
  /** Runs before a response. */
  readonly delay?: (path: string) => Promise<void>;
  /** Replaces the whole response of an endpoint. */
  readonly responses?: Readonly<
    Partial<Record<typeof DISCOVERY | '/jwks' | '/token', (response: ServerResponse) => void>>
  >;
}

/** Never completes its response. */
export const hang = (response: ServerResponse): void => void response.writeHead(200).write(' ');

/** Sends a redirect that keeps the method and the body. */
export const redirectTo =
  (location: string) =>
  (response: ServerResponse): void =>
    void response.writeHead(307, { location }).end();

/** Sends a JSON object of the given size. */
export const sendLargeJson =
  (bytes: number) =>
  (response: ServerResponse): void =>
    void response.writeHead(200, JSON_TYPE).end(`{"padding":"${'x'.repeat(bytes)}"}`);

/**
 * Starts an OpenID provider whose responses are valid until `answer` replaces some. It does not
 * check requests, so a client that accepts a wrong response gets tokens.
 * @param now time of its tokens, in epoch milliseconds
 */
export async function startHostileProvider(now: () => number) {
  const keys = await generateKeyPair('RS256');
  const otherKeys = await generateKeyPair('RS256');
  const header = { alg: 'RS256', kid: 'key' };
  const jwk = { ...(await exportJWK(keys.publicKey)), ...header, use: 'sig' };
  const requests: { route: string; headers: IncomingHttpHeaders; body: string }[] = [];
  let answers: HostileResponses = {};

  const issueIdToken = async (code: string): Promise<string> => {
    const seconds = Math.floor(now() / 1000);
    const claims = {
      iss: issuer,
      sub: 'anna',
      email: 'anna@acme.test',
      email_verified: true,
      iat: seconds,
      exp: seconds + 300,
      auth_time: seconds,
      ...Object.fromEntries(new URLSearchParams(code)),
      ...answers.claims,
    };
    if (answers.signature === 'none') return new UnsecuredJWT(claims).encode();
    const { privateKey } = answers.signature === 'other-key' ? otherKeys : keys;
    return new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
  };

  const respond = async (path: string, body: string): Promise<object | undefined> => {
    if (path === '/jwks') return { keys: [jwk] };
    if (path === DISCOVERY)
      return {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
        ...answers.metadata,
      };
    if (path !== '/token') return undefined;
    const idToken = await issueIdToken(new URLSearchParams(body).get('code') ?? '');
    return { access_token: 'token', token_type: 'Bearer', expires_in: 300, id_token: idToken };
  };

  const { url: issuer, close } = await startHttpService(async (message, response) => {
    const { method, url = '', headers } = message;
    const body = await text(message);
    requests.push({ route: `${method} ${url}`, headers, body });
    await answers.delay?.(url);
    const [, replaced] = Object.entries(answers.responses ?? {}).find(([at]) => at === url) ?? [];
    if (replaced) return replaced(response);
    const json = await respond(url, body);
    response.writeHead(json ? 200 : 404, JSON_TYPE).end(JSON.stringify(json));
  });

  return {
    issuer,
    requests,
    /** Replaces the deviations of an earlier call. */
    answer: (changed: HostileResponses): void => void (answers = changed),
    /**
     * Returns the URL to which a provider would redirect the browser from an authorization URL.
     * @param changes parameters of the response to replace; undefined removes one
     */
    redirect(url: string, changes: Readonly<Record<string, string | undefined>> = {}): string {
      const asked = Object.fromEntries(new URL(url).searchParams);
      const { redirect_uri: target = '', client_id: aud = '', nonce = '', state = '' } = asked;
      const code = new URLSearchParams({ aud, nonce }).toString();
      const response = Object.entries({ code, state, iss: issuer, ...changes });
      const present = response.filter((entry): entry is [string, string] => entry[1] !== undefined);
      return `${target}?${new URLSearchParams(present)}`;
    },
    close,
  };
}
