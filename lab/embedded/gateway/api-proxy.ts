import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { ApiHandler } from './api.ts';

/** Forwards calls to an API that is deployed elsewhere; `apiUrl` has no trailing slash. */
export function createApiProxy(apiUrl: string): ApiHandler {
  const { host, hostname, port, pathname } = new URL(apiUrl);
  return async (message, response) => {
    const { method, url = '' } = message;
    const headers = { ...message.headers, host };
    const outgoing = request({ hostname, port, method, path: pathname + url, headers });
    const responded = once(outgoing, 'response') as Promise<[IncomingMessage]>;
    const [[incoming]] = await Promise.all([responded, pipeline(message, outgoing)]);
    response.writeHead(incoming.statusCode ?? 502, incoming.headers);
    await pipeline(incoming, response);
  };
}
