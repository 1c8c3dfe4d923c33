import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { ServerProfile } from '../kinds/kind.ts';
import { mxRecordsOf, type Host, hostAt, isLoopback } from '../net/mail-hosts.ts';
import type { ListeningServer, NetworkDelay } from '../net/network-delay.ts';
import type { SimulatedInternet } from '../net/simulated-internet.ts';
import { createTlsContext } from './certificate.ts';
import { serveConnection } from './connection.ts';
import { disconnect } from './disconnect.ts';
import type { MailnetContext } from './recipients.ts';
import { createSession } from './session.ts';
import { renderReply } from './reply-template.ts';

/**
 * Limits concurrent connections per client. The returned function acquires a connection, and
 * returns the function that releases it, or undefined if the client already has `max` connections.
 */
export function createConnectionLimiter(): (
  client: string,
  max: number,
) => (() => void) | undefined {
  const counts = new Map<string, number>();
  return (client, max) => {
    const count = counts.get(client) ?? 0;
    if (count >= max) return undefined;
    counts.set(client, count + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const remaining = (counts.get(client) ?? 1) - 1;
      if (remaining > 0) counts.set(client, remaining);
      else counts.delete(client);
    };
  };
}

const BACKLOG = 4096;

/**
 * Serves every simulated mail host on one port; the dialed address identifies the host. A
 * connection that does not come from and go to loopback is closed before any reply.
 */
export async function startSmtpServer(
  port: number,
  context: MailnetContext,
  network: NetworkDelay,
  now: () => number,
): Promise<ListeningServer> {
  const sockets = new Set<Socket>();
  const serve = createHostServer(context, network, now);
  const server = createServer({ noDelay: true }, (socket) => {
    const { localAddress, remoteAddress } = socket;
    if (!isLoopback(localAddress) || !isLoopback(remoteAddress)) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serve(socket);
  });
  // Without a host, Node listens on `::`, which also accepts IPv4, or on 0.0.0.0 without IPv6.
  server.listen({ port, backlog: BACKLOG });
  await once(server, 'listening');
  server.on('error', () => undefined); // the client can retry a connection that was not accepted

  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

export function createHostServer(
  context: MailnetContext,
  network: NetworkDelay,
  now: () => number,
): (socket: Socket) => void {
  const acquireConnection = createConnectionLimiter();
  let tls: SecureContext | undefined;
  let serial = 0;

  return (socket) => {
    const localAddress = unmapIpv4(socket.localAddress);
    const client = unmapIpv4(socket.remoteAddress);
    context.stats.opened();
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      context.stats.closed({ received: socket.bytesRead, sent: socket.bytesWritten });
    });

    const host = hostAt(localAddress);
    const server = host && serverOf(context.world, host);
    if (!host || !server) {
      if (host?.kind === 'own') context.stats.connected(host.index);
      network.deliver(() => socket.resetAndDestroy());
      return;
    }
    const hostName = nameOf(context.world, host);
    const { max = Infinity, reply = '' } = server.clientConnections ?? {};
    const release = acquireConnection(
      `${host.kind === 'shared' ? host.pool : hostName} ${client}`,
      max,
    );
    if (!release) {
      network.deliver(() => disconnect(socket, renderReply(reply, { host: hostName, client })));
      return;
    }
    socket.once('close', release);
    socket.once('close', () => context.memory.recordEnd(`${hostName} ${client}`));
    const session = createSession(context, { host, hostName, server, client, serial: ++serial });
    socket.once('close', () => session.isIdle() && context.stats.idled());
    serveConnection(socket, session, {
      network,
      server,
      secureContext: () => (tls ??= createTlsContext(now())),
      onEnd: release,
    });
  };
}

const unmapIpv4 = (address = ''): string => address.replace(/^::ffff:/u, '');

function serverOf(world: SimulatedInternet, host: Host): ServerProfile | undefined {
  if (host.kind === 'shared') return host.server;
  return host.dead ? undefined : world.at(host.index)?.variant.server;
}

function nameOf(world: SimulatedInternet, host: Host): string {
  if (host.kind === 'shared') return host.name.replace('*', 'mx01');
  const domain = world.at(host.index);
  const live = domain && mxRecordsOf(domain).at(-1)?.name;
  return live ?? domain?.name ?? 'mailnet.test';
}
