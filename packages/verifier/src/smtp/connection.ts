import type { Socket } from 'node:net';
import { connect as connectTls, createSecureContext } from 'node:tls';
import {
  createReplyMatcher,
  type ConnectionEnd,
  type Exchange,
  type LineListener,
} from './exchange.ts';
import { startTimeLimit } from '../flow/time-limit.ts';
import type { Limits } from '../model/limits.ts';

export interface Connection {
  /** Undefined while the connection is usable. */
  readonly ended: ConnectionEnd | undefined;
  /**
   * Writes commands, each ended by CRLF, and waits for `count` replies. Only one exchange may run
   * at a time. Empty `commands` only wait for the greeting. Never rejects.
   *
   * @param utf8 whether the commands may contain non-ASCII characters
   * @param onReply called at each reply with the number of replies so far
   */
  exchange(
    commands: string,
    count: number,
    utf8?: boolean,
    onReply?: (count: number) => void,
  ): Promise<Exchange>;
  /** Wraps the connection in TLS (RFC 3207). Returns why it ended, or undefined on success. */
  startTls(servername: string): Promise<ConnectionEnd | undefined>;
  /** Closes the connection without QUIT. Replies received so far remain valid. */
  hangUp(): void;
  /** Sends QUIT. Resolves when the connection is closed; callers need not wait for it. */
  quit(): Promise<void>;
}

/**
 * Shared because creating a context is slow. Allows obsolete TLS versions, because some servers
 * support no other.
 */
const secureContext = createSecureContext({
  minVersion: 'TLSv1',
  ciphers: 'DEFAULT:@SECLEVEL=0',
});

const OVERTIME_END: ConnectionEnd = { kind: 'overtime', detail: 'session took too long' };

/**
 * Adds time limits to a socket. A reply must be complete within `replyMs` of the command or
 * previous reply, even if single bytes keep arriving. The entire connection may take at most
 * `sessionMs`.
 *
 * @param signal ends the connection immediately
 * @param isContested whether another run waits for the connection: a reply is then limited to
 *   `contestedReplyMs`
 * @param tap called with every line in both directions, for traces
 */
export function createConnection(
  initialSocket: Socket,
  limits: Limits,
  now: () => number,
  signal: AbortSignal,
  tap: LineListener | undefined,
  isContested: () => boolean = () => false,
): Connection {
  let socket: Socket = initialSocket;
  let ended: ConnectionEnd | undefined;
  const matcher = createReplyMatcher(limits, tap, isContested, () =>
    end({ kind: 'timeout', detail: 'no reply in time' }),
  );
  const overtimeAt = now() + limits.sessionMs;
  const closed = new Promise<void>((resolve) => initialSocket.once('close', () => resolve()));

  listen();
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();

  function onAbort(): void {
    end({ kind: 'aborted', detail: 'broken off' });
  }

  function stopTimers(): void {
    matcher.stop();
    signal.removeEventListener('abort', onAbort);
  }

  function listen(): void {
    socket.on('data', onData);
    socket.on('error', (error: NodeJS.ErrnoException) =>
      end({ kind: 'closed', detail: error.code ?? error.message }),
    );
    socket.on('close', () => end({ kind: 'closed', detail: 'connection closed' }));
  }

  function onData(chunk: Buffer): void {
    // After QUIT, anything received counts as its reply, and RFC 5321 §4.1.1.10 then allows us to
    // close the connection.
    if (ended) return void socket.destroy();
    const read = matcher.read(chunk.toString('latin1'));
    if (typeof read === 'object') end(read);
    else if (read !== 'none' && now() > overtimeAt) end(OVERTIME_END);
    else if (read === 'last') matcher.finish(undefined);
    else if (read === 'some') matcher.wait();
  }

  function end(reason: ConnectionEnd): void {
    if (ended) return;
    ended = reason;
    stopTimers();
    socket.destroy();
    matcher.finish(ended);
  }

  return {
    get ended() {
      return ended;
    },
    exchange(commands, count, utf8 = false, onReply) {
      if (!ended && now() > overtimeAt) end(OVERTIME_END);
      if (ended) return Promise.resolve({ replies: [], ended });
      const exchange = matcher.start(count, onReply);
      if (commands !== '') {
        if (tap) for (const line of commands.split('\r\n')) if (line) tap('sent', line);
        socket.write(commands, utf8 ? 'utf8' : 'latin1');
      }
      return exchange;
    },
    startTls(servername) {
      if (!ended && !matcher.restart())
        end({ kind: 'garbage', detail: 'bytes before the TLS handshake' });
      if (ended) return Promise.resolve(ended);
      socket.off('data', onData);
      return new Promise((done) => {
        const late: ConnectionEnd = { kind: 'timeout', detail: 'no TLS handshake in time' };
        const limit = startTimeLimit(limits.tlsMs, () => end(late));
        // Certificates are not checked: few mail hosts have a valid one, and we send no secret.
        socket = connectTls({ socket, servername, secureContext, rejectUnauthorized: false });
        listen();
        const finished = (): void => {
          limit.stop();
          done(ended);
        };
        socket.once('secureConnect', finished);
        socket.once('close', finished);
      });
    },
    hangUp: () => end({ kind: 'overtime', detail: 'the next reply would take too long' }),
    quit() {
      if (ended) return closed;
      ended = { kind: 'aborted', detail: 'session is over' };
      stopTimers();
      if (tap) tap('sent', 'QUIT');
      socket.write('QUIT\r\n', 'latin1');
      const timer = setTimeout(() => socket.destroy(), limits.quitMs);
      return closed.finally(() => clearTimeout(timer));
    },
  };
}
