import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Mailnet } from './index.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

export interface CountersServer {
  port: number;
  close(): Promise<void>;
}

/**
 * The counters of a running net over HTTP on loopback: `GET /` all of them, `GET /summary` without
 * the domains, `POST /reset` back to zero.
 */
export async function startCountersServer(port: number, mailnet: Mailnet): Promise<CountersServer> {
  const byDomain = () => Object.fromEntries(mailnet.countersByDomain());
  const routes = new Map<string, () => unknown>([
    ['GET /', () => ({ ...mailnet.counters(), byDomain: byDomain() })],
    ['GET /summary', () => mailnet.counters()],
    ['POST /reset', () => mailnet.resetCounters()],
  ]);
  const server = createServer((request, response) => {
    const route = routes.get(`${request.method} ${request.url}`);
    const body = route ? route() : { error: 'There is GET /, GET /summary and POST /reset.' };
    if (body === undefined) response.writeHead(204).end();
    else response.writeHead(route ? 200 : 404, JSON_TYPE).end(JSON.stringify(body));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
