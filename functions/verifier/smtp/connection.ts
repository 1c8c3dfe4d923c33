import type { Socket } from 'node:net';
import { connect as connectTls, createSecureContext } from 'node:tls';
import type { Leash } from './leash.ts';
import { createReplyReader } from './reply-reader.ts';
import type { Reply, ReplyReader } from './reply-reader.ts';
import type { Limits } from '../limits.ts';

/** Why a connection is of no further use. */
export type End =
  | { kind: 'shutdown'; reply: Reply } // 421, which a server may say at any time
  | { kind: 'closed' | 'timeout' | 'overtime' | 'garbage' | 'aborted'; detail: string };

/** What came back for a group of commands: fewer replies than commands only when it `ended`. */
interface Exchange {
  replies: readonly Reply[];
  ended: End | undefined;
}

export type Direction = 'sent' | 'received';

/** Sees every line in both directions, without line ends. */
export type LineTap = (direction: Direction, line: string) => void;

export interface Connection {
  /** Undefined while the connection is of use. */
  readonly ended: End | undefined;
  /**
   * Writes commands, each ended by CRLF, and waits for as many replies. One at a time. With no
   * commands it waits for a greeting. Always resolves.
   *
   * @param utf8 the commands may hold more than ASCII
   * @param onReply called at each reply, with the number of those that have come
   */
  exchange(
    commands: string,
    replies: number,
    utf8?: boolean,
    onReply?: (count: number) => void,
  ): Promise<Exchange>;
  /** Wraps the connection in TLS (RFC 3207); undefined when it worked. */
  startTls(servername: string): Promise<End | undefined>;
  /** Says goodbye. Resolves when the connection is closed, which need not be waited for. */
  quit(): Promise<void>;
}

/**
 * The same for every connection, and costly to make. Servers that insist on TLS, yet speak none that
 * is still trusted, are asked all the same: what is said to them is no secret.
 */
const secureContext = createSecureContext({
  minVersion: 'TLSv1',
  ciphers: 'DEFAULT:@SECLEVEL=0',
});

/**
 * An SMTP connection over an open socket.
 *
 * Each reply has `replyMs`, counted from the command or the reply before it, however its bytes
 * trickle; the whole connection has `sessionMs`.
 */
export function createConnection(
  opened: Socket,
  limits: Limits,
  now: () => number,
  leash: Leash,
  tap: LineTap | undefined,
): Connection {
  let socket: Socket = opened;
  let reader: ReplyReader = createReplyReader(limits);
  let ended: End | undefined;
  let replies: Reply[] = [];
  let expected = 0;
  let awaiting: ((exchange: Exchange) => void) | undefined;
  let notify: ((count: number) => void) | undefined;
  const overtimeAt = now() + limits.sessionMs;
  const clock = setTimeout(onClock, limits.replyMs);

  const closed = new Promise<void>((resolve) => opened.once('close', () => resolve()));

  listen();
  leash.hold(onAbort);

  function onAbort(): void {
    end({ kind: 'aborted', detail: 'broken off' });
  }

  function listen(): void {
    socket.on('data', onData);
    socket.on('error', onError);
    socket.on('close', onClose);
  }

  function onClock(): void {
    if (awaiting) end({ kind: 'timeout', detail: 'no reply in time' });
  }

  function onError(error: NodeJS.ErrnoException): void {
    end({ kind: 'closed', detail: error.code ?? error.message });
  }

  function onClose(): void {
    end({ kind: 'closed', detail: 'connection closed' });
  }

  function onData(chunk: Buffer): void {
    // What comes after QUIT is its answer, after which RFC 5321 §4.1.1.10 lets us close.
    if (ended) return void socket.destroy();
    reader.push(chunk.toString('latin1'));
    let heard = false;
    for (;;) {
      const reply = reader.next();
      if (reply === undefined) break;
      if ('garbage' in reply) return spoil(reply.garbage);
      if (tap) for (const line of reply.raw.split('\n')) tap('received', line);
      if (reply.code === 421) return end({ kind: 'shutdown', reply });
      if (replies.length === expected) return spoil('reply to no command');
      replies.push(reply);
      notify?.(replies.length);
      heard = true;
    }
    if (!heard) return;
    if (now() > overtimeAt) return end({ kind: 'overtime', detail: 'session took too long' });
    // Only now: a surplus reply in the same chunk would mean that those before it may be misaligned.
    if (awaiting && replies.length === expected) finish();
    else clock.refresh();
  }

  function finish(): void {
    const done = awaiting;
    const exchange = { replies, ended };
    awaiting = undefined;
    replies = [];
    expected = 0;
    done?.(exchange);
  }

  /** What a peer said that cannot speak SMTP is not trusted at all. */
  function spoil(detail: string): void {
    replies = [];
    end({ kind: 'garbage', detail });
  }

  function end(why: End): void {
    if (ended) return;
    ended = why;
    clearTimeout(clock);
    leash.drop(onAbort);
    socket.destroy();
    finish();
  }

  return {
    get ended() {
      return ended;
    },

    exchange(commands, count, utf8 = false, onReply) {
      if (!ended && now() > overtimeAt) end({ kind: 'overtime', detail: 'session took too long' });
      if (ended) return Promise.resolve({ replies: [], ended });
      return new Promise((done) => {
        awaiting = done;
        expected = count;
        notify = onReply;
        clock.refresh();
        if (commands === '') return;
        if (tap) for (const line of commands.split('\r\n')) if (line) tap('sent', line);
        socket.write(commands, utf8 ? 'utf8' : 'latin1');
      });
    },

    startTls(servername) {
      if (ended) return Promise.resolve(ended);
      if (reader.pending) spoil('bytes before the TLS handshake');
      if (ended) return Promise.resolve(ended);
      socket.off('data', onData);
      reader = createReplyReader(limits);
      return new Promise((done) => {
        const timer = setTimeout(
          () => end({ kind: 'timeout', detail: 'no TLS handshake in time' }),
          limits.tlsMs,
        );
        // Nobody is authenticated: certificates of mail hosts rarely fit, and no secret is sent.
        const secured = connectTls({
          socket,
          servername,
          secureContext,
          rejectUnauthorized: false,
        });
        socket = secured;
        listen();
        const settled = (): void => {
          clearTimeout(timer);
          done(ended);
        };
        secured.once('secureConnect', settled);
        secured.once('close', settled);
      });
    },

    quit() {
      if (ended) return closed;
      ended = { kind: 'aborted', detail: 'session is over' };
      clearTimeout(clock);
      leash.drop(onAbort);
      if (tap) tap('sent', 'QUIT');
      socket.write('QUIT\r\n', 'latin1');
      const timer = setTimeout(() => socket.destroy(), limits.quitMs);
      return closed.finally(() => clearTimeout(timer));
    },
  };
}
