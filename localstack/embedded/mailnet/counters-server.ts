import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Mailnet } from './index.ts';

export interface CountersServer {
  port: number;
  close(): Promise<void>;
}

/**
 * The counters of a running net over HTTP on loopback: `GET /` all of them, `GET /summary` without
 * the domains, `POST /reset` back to zero.
 */
export async function startCountersServer(port: number, mailnet: Mailnet): Promise<CountersServer> {
  const server = createServer((request, response) => {
    switch (`${request.method} ${request.url}`) {
      case 'GET /':
        sendJson(response, 200, {
          ...mailnet.counters(),
          byDomain: Object.fromEntries(mailnet.countersByDomain()),
        });
        break;
      case 'GET /summary':
        sendJson(response, 200, mailnet.counters());
        break;
      case 'POST /reset':
        mailnet.resetCounters();
        response.writeHead(204).end();
        break;
      default:
        sendJson(response, 404, { error: 'There is GET /, GET /summary and POST /reset.' });
    }
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

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
