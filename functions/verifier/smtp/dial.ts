import { connect, isIP } from 'node:net';
import type { Socket } from 'node:net';
import { SocksClient } from 'socks';
import type { Leash } from './leash.ts';
import type { Egress } from '../types.ts';

export interface DialFailure {
  detail: string;
}

/**
 * What any socket reads goes through here: a fresh buffer for each read costs more than the rest of
 * it. Listeners to `data` have to be through with the octets when they return.
 */
const READ_BUFFER = Buffer.allocUnsafeSlow(65_536);

/**
 * Opens a TCP connection to an address that was checked before. Only literals are taken: a name
 * would be looked up again, and could then lead elsewhere.
 *
 * @param timeoutMs for all of it, the talk with a proxy included
 */
export function dial(
  address: string,
  port: number,
  egress: Exclude<Egress, { kind: 'off' }>,
  timeoutMs: number,
  leash: Leash,
): Promise<Socket | DialFailure> {
  if (isIP(address) === 0) return Promise.resolve({ detail: 'not an address literal' });
  return new Promise((done) => {
    const socket = connect({
      noDelay: true,
      onread: { buffer: READ_BUFFER, callback: handOver },
      ...(egress.kind === 'direct'
        ? { host: address, port, localAddress: egress.localAddress }
        : { host: egress.host, port: egress.port }),
    });
    function handOver(octets: number): boolean {
      socket.emit('data', READ_BUFFER.subarray(0, octets));
      return true;
    }
    const timer = setTimeout(() => fail('no connection in time'), timeoutMs);
    const onAbort = (): void => fail('broken off');
    leash.hold(onAbort);
    const onError = (error: NodeJS.ErrnoException): void => fail(error.code ?? error.message);

    function settle(): void {
      clearTimeout(timer);
      leash.drop(onAbort);
    }

    function fail(detail: string): void {
      settle();
      socket.destroy();
      done({ detail });
    }

    function succeed(): void {
      settle();
      socket.off('error', onError);
      done(socket);
    }

    socket.on('error', onError);
    socket.once('connect', () => {
      if (egress.kind === 'direct') return succeed();
      askProxy(socket, egress, address, port, timeoutMs).then(succeed, onError);
    });
  });
}

type ProxyEgress = Extract<Egress, { kind: 'socks5' }>;

/** Asks a SOCKS5 proxy on an open connection (RFC 1928) to connect it onward. */
function askProxy(
  socket: Socket,
  { host: proxyHost, port: proxyPort, username, password }: ProxyEgress,
  host: string,
  port: number,
  timeoutMs: number,
): Promise<unknown> {
  return SocksClient.createConnection({
    command: 'connect',
    destination: { host, port },
    proxy: {
      type: 5,
      host: proxyHost,
      port: proxyPort,
      ...(username === undefined ? {} : { userId: username }),
      ...(password === undefined ? {} : { password }),
    },
    existing_socket: socket,
    timeout: timeoutMs,
  });
}
