import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { Mailnet } from './index.ts';

/**
 * Serves the counters over HTTP on loopback: `GET /` returns them, `POST /reset` resets them to
 * zero.
 */
export async function startCountersServer(port: number, mailnet: Mailnet): Promise<Server> {
  const server = createServer(({ method, url }, response) => {
    const route = `${method} ${url}`;
    if (route === 'POST /reset') {
      mailnet.resetCounters();
      response.writeHead(204).end();
      return;
    }
    const body = route === 'GET /' ? mailnet.counters() : { error: 'Use GET / or POST /reset.' };
    response.writeHead(route === 'GET /' ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
