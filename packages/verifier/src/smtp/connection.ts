import type { Socket } from 'node:net';
import { connect as connectTls, createSecureContext } from 'node:tls';
import { createReplyReader, type Reply, type ReplyReader } from './reply-reader.ts';
import type { Limits } from '../model/limits.ts';

/** Why a connection can no longer be used. */
export type End =
  | { kind: 'shutdown'; reply: Reply } // 421, which a server may send at any time
  | { kind: 'closed' | 'timeout' | 'overtime' | 'garbage' | 'aborted'; detail: string };

/** The replies to a group of commands: fewer than commands only when the connection `ended`. */
interface Exchange {
  replies: readonly Reply[];
  ended: End | undefined;
}

export type Direction = 'sent' | 'received';

/** Sees every line in both directions, without line ends. */
export type LineTap = (direction: Direction, line: string) => void;

/**
 * One for all connections, because it takes long to make. It allows obsolete TLS versions and
 * ciphers: some servers that require TLS know no others, and nothing we send is secret.
 */
const secureContext = createSecureContext({
  minVersion: 'TLSv1',
  ciphers: 'DEFAULT:@SECLEVEL=0',
});

/**
 * An SMTP connection over an open socket.
 *
 * Each reply has `replyMs`, counted from the command or from the reply before it. Single bytes that
 * arrive do not extend it. The whole connection has `sessionMs`.
 *
 * @param signal ends the connection at once
 * @param isContested others wait for the connection: a reply has `contestedReplyMs` then
 * @param tap sees every line, for explanations
 */
export function createConnection(
  opened: Socket,
  limits: Limits,
  now: () => number,
  signal: AbortSignal,
  tap: LineTap | undefined,
  isContested: () => boolean = () => false,
) {
  let socket: Socket = opened;
  let reader: ReplyReader = createReplyReader(limits);
  let ended: End | undefined;
  let replies: Reply[] = [];
  let expected = 0;
  let awaiting: ((exchange: Exchange) => void) | undefined;
  let notify: ((count: number) => void) | undefined;
  const overtimeAt = now() + limits.sessionMs;
  /** The time for a reply in steps, and how many of them have passed. */
  const stepMs = Math.min(limits.replyMs, limits.contestedReplyMs);
  const steps = Math.ceil(limits.replyMs / stepMs);
  let silent = 0;
  const replyTimer = setTimeout(onReplyTimeout, stepMs);

  const closed = new Promise<void>((resolve) => opened.once('close', () => resolve()));

  listen();
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();

  function onAbort(): void {
    end({ kind: 'aborted', detail: 'broken off' });
  }

  function stopTimers(): void {
    clearTimeout(replyTimer);
    signal.removeEventListener('abort', onAbort);
  }

  function listen(): void {
    socket.on('data', onData);
    socket.on('error', onError);
    socket.on('close', onClose);
  }

  function onReplyTimeout(): void {
    if (!awaiting) return;
    silent += 1;
    if (silent < steps && !isContested()) replyTimer.refresh();
    else end({ kind: 'timeout', detail: 'no reply in time' });
  }

  function startReplyTimer(): void {
    silent = 0;
    replyTimer.refresh();
  }

  function onError(error: NodeJS.ErrnoException): void {
    end({ kind: 'closed', detail: error.code ?? error.message });
  }

  function onClose(): void {
    end({ kind: 'closed', detail: 'connection closed' });
  }

  function onData(chunk: Buffer): void {
    // Whatever comes after QUIT is its reply. RFC 5321 §4.1.1.10 lets us close then.
    if (ended) return void socket.destroy();
    reader.push(chunk.toString('latin1'));
    let replied = false;
    for (;;) {
      const reply = reader.next();
      if (reply === undefined) break;
      if ('garbage' in reply) return reject(reply.garbage);
      if (tap) for (const line of reply.raw.split('\n')) tap('received', line);
      if (reply.code === 421) return end({ kind: 'shutdown', reply });
      if (replies.length === expected) return reject('reply to no command');
      replies.push(reply);
      notify?.(replies.length);
      replied = true;
    }
    if (!replied) return;
    if (now() > overtimeAt) return end({ kind: 'overtime', detail: 'session took too long' });
    // Not before the whole chunk is read: after a surplus reply no reply in it can be trusted.
    if (awaiting && replies.length === expected) finish();
    else startReplyTimer();
  }

  function finish(): void {
    const done = awaiting;
    const exchange = { replies, ended };
    awaiting = undefined;
    replies = [];
    expected = 0;
    done?.(exchange);
  }

  /** Ends a connection whose peer broke the protocol: none of its replies is trusted. */
  function reject(detail: string): void {
    replies = [];
    end({ kind: 'garbage', detail });
  }

  function end(why: End): void {
    if (ended) return;
    ended = why;
    stopTimers();
    socket.destroy();
    finish();
  }

  return {
    /** Undefined while the connection can be used. */
    get ended(): End | undefined {
      return ended;
    },

    /**
     * Writes commands, each ended by CRLF, and waits for as many replies. One exchange at a time.
     * Without commands it waits for the greeting. Always resolves.
     *
     * @param utf8 the commands may hold characters beyond ASCII
     * @param onReply called at each reply with the number of replies so far
     */
    exchange(
      commands: string,
      count: number,
      utf8 = false,
      onReply?: (count: number) => void,
    ): Promise<Exchange> {
      if (!ended && now() > overtimeAt) end({ kind: 'overtime', detail: 'session took too long' });
      if (ended) return Promise.resolve({ replies: [], ended });
      return new Promise((done) => {
        awaiting = done;
        expected = count;
        notify = onReply;
        startReplyTimer();
        if (commands === '') return;
        if (tap) for (const line of commands.split('\r\n')) if (line) tap('sent', line);
        socket.write(commands, utf8 ? 'utf8' : 'latin1');
      });
    },

    /** Wraps the connection in TLS (RFC 3207); undefined when it worked. */
    startTls(servername: string): Promise<End | undefined> {
      if (ended) return Promise.resolve(ended);
      if (reader.pending) reject('bytes before the TLS handshake');
      if (ended) return Promise.resolve(ended);
      socket.off('data', onData);
      reader = createReplyReader(limits);
      return new Promise((done) => {
        const timer = setTimeout(
          () => end({ kind: 'timeout', detail: 'no TLS handshake in time' }),
          limits.tlsMs,
        );
        // Certificates are not checked: few mail hosts have a valid one, and we send no secret.
        const secured = connectTls({
          socket,
          servername,
          secureContext,
          rejectUnauthorized: false,
        });
        socket = secured;
        listen();
        const finished = (): void => {
          clearTimeout(timer);
          done(ended);
        };
        secured.once('secureConnect', finished);
        secured.once('close', finished);
      });
    },

    /** Sends QUIT. Resolves when the connection is closed; callers need not wait for it. */
    quit(): Promise<void> {
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

export type Connection = ReturnType<typeof createConnection>;
