import type { IncomingMessage, ServerResponse } from 'node:http';
import type { IdentityProviderHandler } from '../identity-provider/identity-provider.ts';
import type { InboxHandler } from '../inbox/inbox.ts';
import { type HttpService, startHttpService } from '../services/http-service.ts';
import { StartError } from '../services/start-error.ts';
import type { createSampleServices } from '../sample-services/sample-services.ts';
import type { FakeStripe } from '../../fake-stripe/src/fake.ts';
import type { ApiHandler } from './api.ts';
import { isAllowedHost } from './allowed-host.ts';
import type { SiteHandler } from './site.ts';

interface Backends {
  readonly api: ApiHandler;
  readonly inbox: InboxHandler;
  readonly stripe?: FakeStripe['handler'] | undefined;
  readonly identityProvider?: IdentityProviderHandler | undefined;
  readonly services?: ReturnType<typeof createSampleServices> | undefined;
  readonly site: SiteHandler;
  readonly siteHeaders: Readonly<Record<string, string>>;
}

export interface Gateway {
  readonly origin: string;
  /** Starts serving. Before this call, every request gets a 503 with Retry-After. */
  open(backends: Backends): void;
  close(): Promise<void>;
}

/**
 * Opens the stack's single origin for the API, inbox, payments, logins at the sample company,
 * configuration and web app.
 * @param port 0 to choose a free port
 * @param allowedHosts host names to accept in addition to `localhost`, its subdomains and loopback
 *   addresses
 * @param settings configuration that the web app reads at startup
 * @throws {StartError} if the port is in use
 */
export async function startGateway(
  port: number,
  allowedHosts: readonly string[] = [],
  settings: object = { links: {} },
): Promise<Gateway> {
  let backends: Backends | undefined;
  let origin = '';
  const serve = (message: IncomingMessage, response: ServerResponse): void => {
    if (!isAllowedHost(message.headers.host, allowedHosts)) {
      response.writeHead(421, { 'content-type': 'text/plain' });
      response.end('This host is unknown: add it to ALLOWED_HOSTS.');
      return;
    }
    if (backends === undefined) {
      response.writeHead(503, { 'content-type': 'text/plain', 'retry-after': '1' });
      response.end('Tamis is starting.');
      return;
    }
    respond(backends, { origin, settings }, message, response).catch((error: unknown) => {
      // The client disconnected.
      if (response.destroyed) return;
      console.error('gateway:', error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  };

  const listen = (wanted: number, host: string): Promise<HttpService> =>
    startHttpService(serve, wanted, host).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
      throw new StartError(
        `Port ${wanted} is in use by another program: stop it, or set PORT to a free one.`,
      );
    });
  const first = await listen(port, '127.0.0.1');
  origin = `http://localhost:${first.port}`;
  // Listen on both loopback addresses, because a browser may resolve `localhost` to either one.
  const second = await listen(first.port, '::1').catch(async (error: unknown) => {
    if (!(error instanceof StartError)) return undefined;
    await first.close();
    throw error;
  });
  return {
    origin,
    open: (given) => {
      backends = given;
    },
    close: async () => {
      await Promise.all([first.close(), second?.close()]);
    },
  };
}

async function respond(
  backends: Backends,
  { origin, settings }: { readonly origin: string; readonly settings: object },
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { url = '/' } = message;
  if (/^\/api(?:[/?]|$)/.test(url)) {
    await backends.api(message, response, origin);
    return;
  }
  if (backends.inbox(message, response)) return;
  if (backends.stripe?.(message, response)) return;
  if (backends.identityProvider?.(message, response)) return;
  if (backends.services?.(message, response)) return;
  if (message.method !== 'GET' && message.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  response.setHeaders(new Map(Object.entries(backends.siteHeaders)));
  if (url === '/config.json') {
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    // The host is empty, because the API has the same origin as the page.
    response.end(JSON.stringify({ apiHost: '', ...settings }));
    return;
  }
  await backends.site(message, response);
}
