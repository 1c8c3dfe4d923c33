import { connect, isIP, type Socket } from 'node:net';
import { SocksClient } from 'socks';
import { startTimeLimit } from '../flow/time-limit.ts';
import type { Egress } from '../model/types.ts';

export interface DialFailure {
  detail: string;
  /** Whether the proxy or our local address failed, which says nothing about the destination. */
  isOurs?: true;
}

/**
 * Opens a TCP connection to an address that passed the SSRF check. Accepts only IP literals,
 * because a name would be looked up again and could resolve to another address. Never rejects.
 *
 * @param timeoutMs total time, including the handshake with a proxy
 */
export function dial(
  address: string,
  port: number,
  egress: Egress,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Socket | DialFailure> {
  if (isIP(address) === 0) return Promise.resolve({ detail: 'not an address literal' });
  if (signal.aborted) return Promise.resolve(ABORTED_DIAL);
  return new Promise((done) => {
    const socket = connect({
      noDelay: true,
      ...(egress.kind === 'direct'
        ? { host: address, port, localAddress: egress.localAddress }
        : { host: egress.host, port: egress.port }),
    });
    const isProxied = egress.kind === 'socks5';
    // A proxy that has sent bytes works, so the destination must be what did not respond.
    const limit = startTimeLimit(timeoutMs, () =>
      fail('no connection in time', isProxied && socket.bytesRead === 0),
    );
    const onAbort = (): void => fail(ABORTED_DIAL.detail);
    const onError = ({ code, message }: NodeJS.ErrnoException): void =>
      fail(
        code ?? message,
        egress.kind === 'socks5'
          ? !REFUSED_BY_PROXY.test(message)
          : egress.localAddress !== undefined && code === LOCAL_ADDRESS_MISSING,
      );

    function cleanUp(): void {
      limit.stop();
      signal.removeEventListener('abort', onAbort);
    }

    function fail(detail: string, isOurs = false): void {
      cleanUp();
      socket.destroy();
      done({ detail, ...(isOurs && { isOurs: true }) });
    }

    function succeed(): void {
      cleanUp();
      socket.off('error', onError);
      done(socket);
    }

    signal.addEventListener('abort', onAbort);
    socket.on('error', onError);
    socket.once('connect', () => {
      if (egress.kind === 'direct') return succeed();
      askProxy(socket, egress, address, port, timeoutMs).then(succeed, onError);
    });
  });
}

/** Error message of the `socks` package when the proxy could not connect to the destination. */
const REFUSED_BY_PROXY = /rejected connection/;
/**
 * Error code when this machine does not have the local address. If no local address is given, it
 * means that the machine has no IPv6.
 */
const LOCAL_ADDRESS_MISSING = 'EADDRNOTAVAIL';

const ABORTED_DIAL: DialFailure = { detail: 'broken off' };

/**
 * Time by which the timer of the `socks` package exceeds the caller's limit, which ends the
 * handshake. The limit excludes pauses of this process, the package's timer does not. The package
 * never clears its timer, so a much longer time would retain memory.
 */
const LIBRARY_TIMER_MARGIN_MS = 60_000;

type ProxyEgress = Extract<Egress, { kind: 'socks5' }>;

/** Asks a SOCKS5 proxy (RFC 1928), over an open connection, to connect to the destination. */
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
    timeout: timeoutMs + LIBRARY_TIMER_MARGIN_MS,
  });
}
