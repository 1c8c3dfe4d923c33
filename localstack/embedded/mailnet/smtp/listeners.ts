import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { onFreePort } from '../free-port.ts';

const BACKLOG = 4096;
/** What a machine without IPv6 says. */
const NO_IPV6 = new Set<unknown>(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

export interface Listeners {
  port: number;
  close(): Promise<void>;
}

/** Listens on one port of the IPv4 wildcard and of `::1` where there is one; 0 finds a port. */
export function listenOnBoth(
  port: number,
  onConnection: (socket: Socket) => void,
): Promise<Listeners> {
  return onFreePort(port, async () => {
    const first = await listen('0.0.0.0', port, onConnection);
    const servers = [first];
    const { port: found } = first.address() as AddressInfo;
    const close = async (): Promise<void> => {
      await Promise.all(servers.map(closed));
    };
    try {
      servers.push(await listen('::1', found, onConnection));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && NO_IPV6.has(error.code))) {
        await close();
        throw error;
      }
    }
    return { port: found, close };
  });
}

async function listen(
  host: string,
  port: number,
  onConnection: (socket: Socket) => void,
): Promise<Server> {
  const server = createServer({ noDelay: true }, onConnection);
  server.listen({ port, host, backlog: BACKLOG });
  await once(server, 'listening');
  server.on('error', () => undefined); // a connection that could not be accepted is the client's to retry
  return server;
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
  });
