import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

export interface HttpService {
  readonly port: number;
  readonly url: string;
  close(): Promise<void>;
}

/** Request timeout, long enough for a large file over a slow connection. */
const REQUEST_TIMEOUT_MS = 3_600_000;
/** Longer than the idle timeout of clients, so that they never write to a closing connection. */
const KEEP_ALIVE_MS = 120_000;

/**
 * Listens on a port of a loopback address.
 * @param port 0 for a free port
 * @throws the system's error, such as EADDRINUSE
 */
export async function startHttpService(
  listener: (...asked: Parameters<RequestListener>) => void | Promise<void>,
  port = 0,
  host = '127.0.0.1',
): Promise<HttpService> {
  const server = createServer((...args) => void listener(...args));
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The service has no port.');
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
