import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { listenOnFreePort } from './free-port.ts';
import type { ListeningServer, NetworkDelay } from '../net/network-delay.ts';
import type { DnsResponder } from './responder.ts';

const LOOPBACK = '127.0.0.1';
const TCP_IDLE_MS = 10_000;

/** Port 0 chooses a port that is free for both UDP and TCP. */
export const startDnsServer = (
  port: number,
  respond: DnsResponder,
  network: NetworkDelay,
): Promise<ListeningServer> => listenOnFreePort(port, () => listen(port, respond, network));

async function listen(
  port: number,
  respond: DnsResponder,
  network: NetworkDelay,
): Promise<ListeningServer> {
  const udp = createSocket({ type: 'udp4', recvBufferSize: 1 << 21, sendBufferSize: 1 << 21 });
  const connections = new Set<Socket>();
  const tcp = createServer((socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
    serve(socket, respond, network);
  });
  const close = async (): Promise<void> => {
    for (const socket of connections) socket.destroy();
    tcp.close();
    await new Promise<void>((resolve) => udp.close(resolve));
  };
  udp.on('message', (query, { address, port: from }) => {
    const response = respond(query, 'udp');
    if (response) network.deliver(() => udp.send(response, from, address));
  });
  udp.bind(port, LOOPBACK);
  await once(udp, 'listening');
  udp.on('error', () => undefined); // sending fails if the client has left
  tcp.listen(udp.address().port, LOOPBACK);
  try {
    await once(tcp, 'listening');
  } catch (error) {
    await close();
    throw error;
  }
  return { port: udp.address().port, close };
}

/** Serves TCP: messages with a two-octet length prefix (RFC 1035 §4.2.2), many per connection. */
function serve(socket: Socket, respond: DnsResponder, network: NetworkDelay): void {
  let pending = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= 2 && pending.length >= pending.readUInt16BE() + 2) {
      const end = pending.readUInt16BE() + 2;
      const response = respond(pending.subarray(2, end), 'tcp');
      pending = pending.subarray(end);
      if (!response) continue;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(response.length);
      const message = Buffer.concat([length, response]);
      network.deliver(() => socket.writable && socket.write(message));
    }
  });
  socket.setTimeout(TCP_IDLE_MS, () => socket.destroy());
  socket.on('error', () => socket.destroy());
}
