import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { FakeResponse, FakeService } from './fake-service.ts';

const PATH = /^\/services\/([^/]+)(\/.*)$/;

const headersOf = ({ headers }: IncomingMessage): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );

function send(response: ServerResponse, { status, headers, body }: FakeResponse): void {
  const isText = typeof body === 'string';
  response.writeHead(status, {
    'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json',
    ...headers,
  });
  response.end(body === undefined || isText ? body : JSON.stringify(body));
}

/**
 * Responds to requests for `/services/HOST/…` as the service with that host; returns false for all
 * others.
 */
export const createServicesHandler =
  (services: readonly FakeService[]) =>
  (message: IncomingMessage, response: ServerResponse): boolean => {
    const [, host = '', url = '/'] = PATH.exec(message.url ?? '') ?? [];
    if (host === '') return false;
    const respond = async (): Promise<void> => {
      const service = services.find(({ hosts }) => hosts.test(host));
      const body = await text(message);
      if (!service) return send(response, { status: 502, body: `No service is at ${host}.` });
      const { method = 'GET' } = message;
      send(
        response,
        await service.respond({ method, host, url, headers: headersOf(message), body }),
      );
    };
    respond().catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
      response.end(`The fake failed: ${String(error)}`);
    });
    return true;
  };
