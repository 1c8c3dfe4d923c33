import type { FakeRequest, FakeResponse } from './fake-service.ts';

interface Options {
  /** Host and path of each page, such as `login.mailchimp.com/oauth2/token`. */
  readonly pages: {
    readonly authorize: string;
    readonly token: string;
    readonly revoke?: string;
    readonly metadata?: string;
  };
  /** The registered client, whose only address ends with `redirectPath`. */
  readonly client: { readonly id: string; readonly secret: string; readonly redirectPath: string };
  /** Scopes that the registered client may request. */
  readonly scopes: readonly string[];
  /** Lifetime of access tokens, which then have a refresh token; 0 if they do not expire. */
  readonly lifetimeSeconds: number;
  readonly now: () => number;
  /** Response about an access token. */
  readonly metadata?: object;
  /** Response to an invalid or used grant. */
  readonly badGrant: (grantType: string) => object;
}

/** The authorization server of a service, with its state (RFC 6749, RFC 7009). */
export interface FakeLogin {
  /** Whether an access token is valid now. */
  accepts(token: string): boolean;
  /** Expires all access tokens, as if their lifetime had passed. */
  expireTokens(): void;
  readonly refreshTokens: ReadonlySet<string>;
  /** Returns undefined for pages that do not belong to the login. */
  respond(request: FakeRequest): FakeResponse | undefined;
}

const html = (body: string): FakeResponse => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  body: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Login</title><h1>Grant access?</h1>${body}`,
});

/** Escapes a URL for an attribute. */
const escapeUrl = (url: URL): string => url.href.replaceAll('&', '&amp;').replaceAll('"', '%22');

export function createFakeLogin(options: Options): FakeLogin {
  const { pages, client, scopes, lifetimeSeconds, now } = options;
  /** Redirect addresses by code. A code is valid once. */
  const codes = new Map<string, string>();
  /** Expiry times of access tokens, in epoch milliseconds. */
  const accessTokens = new Map<string, number>();
  const refreshTokens = new Set<string>();
  let issued = 0;

  function authorize(query: URLSearchParams): FakeResponse {
    const redirect = query.get('redirect_uri') ?? '';
    const asked = (query.get('scope') ?? '').split(' ').filter(Boolean);
    const problem =
      (query.get('client_id') !== client.id && 'unknown client') ||
      (!redirect.endsWith(client.redirectPath) && 'unregistered redirect_uri') ||
      (query.get('response_type') !== 'code' && 'wrong response_type') ||
      (asked.join(' ') !== scopes.join(' ') && 'other scopes than the client has');
    // An unknown client or address must not be redirected to: RFC 6749, 4.1.2.1.
    if (problem) return { status: 400, body: problem };
    issued += 1;
    const code = `code-${issued}`;
    codes.set(code, redirect);
    const back = (parameters: Readonly<Record<string, string>>): string => {
      const url = new URL(redirect);
      for (const [name, value] of Object.entries({
        ...parameters,
        state: query.get('state') ?? '',
      }))
        url.searchParams.set(name, value);
      return escapeUrl(url);
    };
    return html(
      `<p><a href="${back({ code })}">Allow</a></p><p><a href="${back({ error: 'access_denied' })}">Deny</a></p>`,
    );
  }

  function issue(): FakeResponse {
    issued += 1;
    const token = `access-${issued}`;
    if (lifetimeSeconds === 0) {
      accessTokens.set(token, Infinity);
      return { status: 200, body: { access_token: token, expires_in: 0, scope: null } };
    }
    accessTokens.set(token, now() + lifetimeSeconds * 1000);
    const refreshToken = [...refreshTokens][0] ?? `refresh-${issued}`;
    refreshTokens.add(refreshToken);
    return {
      status: 200,
      body: {
        token_type: 'bearer',
        access_token: token,
        refresh_token: refreshToken,
        expires_in: lifetimeSeconds,
      },
    };
  }

  /** Returns the form of a request by our client, or the response that refuses it. */
  function readForm({ method, headers, body }: FakeRequest): URLSearchParams | FakeResponse {
    if (method !== 'POST') return { status: 405, body: 'POST only' };
    if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
      return { status: 415, body: 'not a form' };
    const form = new URLSearchParams(body);
    const isClient =
      form.get('client_id') === client.id && form.get('client_secret') === client.secret;
    return isClient ? form : { status: 401, body: { error: 'invalid_client' } };
  }

  function exchange(form: URLSearchParams): FakeResponse {
    const grantType = form.get('grant_type') ?? '';
    if (grantType === 'refresh_token' && lifetimeSeconds > 0)
      return refreshTokens.has(form.get('refresh_token') ?? '')
        ? issue()
        : { status: 400, body: options.badGrant(grantType) };
    if (grantType !== 'authorization_code')
      return { status: 400, body: { error: 'unsupported_grant_type' } };
    const code = form.get('code') ?? '';
    const redirect = codes.get(code);
    codes.delete(code);
    return redirect !== undefined && redirect === form.get('redirect_uri')
      ? issue()
      : { status: 400, body: options.badGrant(grantType) };
  }

  const accepts = (token: string): boolean => (accessTokens.get(token) ?? 0) > now();

  return {
    accepts,
    expireTokens: () => accessTokens.clear(),
    refreshTokens,

    respond(request) {
      const url = new URL(request.url, 'https://service.invalid');
      const page = request.host + url.pathname;
      if (page === pages.authorize) return authorize(url.searchParams);
      if (page === pages.metadata) {
        const token = (request.headers['authorization'] ?? '').replace(/^OAuth /, '');
        return accepts(token)
          ? { status: 200, body: options.metadata }
          : { status: 401, body: { error: 'invalid_token' } };
      }
      if (page !== pages.token && page !== pages.revoke) return undefined;
      const form = readForm(request);
      if (!(form instanceof URLSearchParams)) return form;
      if (page === pages.token) return exchange(form);
      refreshTokens.delete(form.get('token') ?? '');
      accessTokens.clear();
      return { status: 200 };
    },
  };
}
