import { connect, isIP, isIPv6 } from 'node:net';
import type { Socket } from 'node:net';
import { SocksClient } from 'socks';
import type { Leash } from './leash.ts';
import type { Egress } from '../types.ts';

export interface DialFailure {
  kind: 'refused' | 'timeout' | 'unreachable';
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
 */
export async function dial(
  address: string,
  port: number,
  egress: Exclude<Egress, { kind: 'off' }>,
  timeoutMs: number,
  leash: Leash,
): Promise<Socket | DialFailure> {
  if (isIP(address) === 0) return { kind: 'unreachable', detail: 'not an address literal' };
  return egress.kind === 'direct'
    ? dialDirect(address, port, egress.localAddress, timeoutMs, leash)
    : dialThroughProxy(address, port, egress, timeoutMs, leash);
}

function dialDirect(
  address: string,
  port: number,
  localAddress: string | undefined,
  timeoutMs: number,
  leash: Leash,
): Promise<Socket | DialFailure> {
  if (localAddress !== undefined && isIPv6(localAddress) !== isIPv6(address)) {
    return Promise.resolve({ kind: 'unreachable', detail: 'other address family than ours' });
  }
  return new Promise((done) => {
    const socket = connect({
      host: address,
      port,
      noDelay: true,
      onread: { buffer: READ_BUFFER, callback: handOver },
      ...(localAddress === undefined ? {} : { localAddress }),
    });
    function handOver(octets: number): boolean {
      socket.emit('data', READ_BUFFER.subarray(0, octets));
      return true;
    }
    const timer = setTimeout(() => fail('timeout', 'no connection in time'), timeoutMs);
    const onAbort = (): void => fail('unreachable', 'broken off');
    leash.hold(onAbort);
    const onError = (error: NodeJS.ErrnoException): void =>
      fail(error.code === 'ECONNREFUSED' ? 'refused' : 'unreachable', error.code ?? 'failed');

    function settle(): void {
      clearTimeout(timer);
      leash.drop(onAbort);
    }

    function fail(kind: DialFailure['kind'], detail: string): void {
      settle();
      socket.destroy();
      done({ kind, detail });
    }

    socket.on('error', onError);
    socket.once('connect', () => {
      settle();
      socket.off('error', onError);
      done(socket);
    });
  });
}

async function dialThroughProxy(
  address: string,
  port: number,
  proxy: Extract<Egress, { kind: 'socks5' }>,
  timeoutMs: number,
  leash: Leash,
): Promise<Socket | DialFailure> {
  try {
    const { socket } = await SocksClient.createConnection({
      command: 'connect',
      destination: { host: address, port },
      proxy: {
        type: 5,
        host: proxy.host,
        port: proxy.port,
        ...(proxy.username === undefined ? {} : { userId: proxy.username }),
        ...(proxy.password === undefined ? {} : { password: proxy.password }),
      },
      timeout: timeoutMs,
      set_tcp_nodelay: true,
    });
    if (leash.cut) socket.destroy();
    return socket;
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'proxy failed';
    return { kind: /timed out/i.test(detail) ? 'timeout' : 'unreachable', detail };
  }
}
