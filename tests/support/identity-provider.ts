import {
  createIdentityProvider,
  type IdentityProviderOptions,
} from '../../lab/embedded/identity-provider/identity-provider.ts';
import { sampleIssuerAt } from '../../lab/embedded/identity-provider/sample-company.ts';
import { startHttpService } from '../../lab/embedded/services/http-service.ts';

export interface IdentityProvider {
  readonly issuer: string;
  close(): Promise<void>;
}

interface StartOptions extends Omit<IdentityProviderOptions, 'issuer'> {
  /** 0 or absent for a free port. */
  readonly port?: number;
  /** Path of the issuer, such as `/tenant`. */
  readonly path?: string;
}

/** Starts an OpenID provider on loopback. */
export async function startIdentityProvider({
  port = 0,
  path = '',
  ...options
}: StartOptions): Promise<IdentityProvider> {
  const { url, close } = await startHttpService((message, response) => {
    if (!handle(message, response)) response.writeHead(404).end();
  }, port);
  const issuer = url + path;
  const handle = createIdentityProvider({ ...options, issuer });
  return { issuer, close };
}

/**
 * Returns the issuer of the sample company in a stack. Requests its metadata first, because it loads
 * at its first request, which takes longer on a busy machine than Tamis waits for a provider.
 */
export async function loadSampleProvider(origin: string): Promise<string> {
  const issuer = sampleIssuerAt(origin);
  const { ok } = await fetch(`${issuer}/.well-known/openid-configuration`);
  if (!ok) throw new Error('the identity provider has no metadata');
  return issuer;
}

/** A browser without JavaScript, which keeps the cookies of a provider. */
export interface LoginBrowser {
  /**
   * Opens the authorization URL of a client, logs in if the provider asks for it, and returns the
   * URL to which the provider redirects the browser: the redirect URI with its response.
   * @param userId person to choose on the login page; null to cancel
   * @throws if the login page appears and `userId` is undefined, or if the provider shows an error
   */
  authorize(url: string, userId?: string | null): Promise<string>;
}

export function createLoginBrowser(): LoginBrowser {
  const cookies = new Map<string, string>();

  async function load(url: string, form?: URLSearchParams): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const request = form ? { method: 'POST', body: form } : {};
    const response = await fetch(url, { ...request, redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      // The provider deletes a cookie by emptying it.
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }

  return {
    async authorize(start, userId) {
      const redirectUri = new URL(start).searchParams.get('redirect_uri') ?? '';
      let url = start;
      let response = await load(url);
      for (;;) {
        const location = response.headers.get('location');
        if (location !== null) {
          url = new URL(location, url).href;
          if (url.startsWith(`${redirectUri}?`)) return url;
          response = await load(url);
          continue;
        }
        const page = await response.text();
        if (response.status !== 200) throw new Error(`the provider failed: ${page}`);
        if (userId === undefined) throw new Error('the provider asks for a login');
        response = await load(url, new URLSearchParams(userId === null ? {} : { user: userId }));
      }
    },
  };
}
