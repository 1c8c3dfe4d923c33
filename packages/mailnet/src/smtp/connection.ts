import type { Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import type { ServerProfile } from '../kinds/kind.ts';
import type { NetworkDelay } from '../net/network-delay.ts';
import { disconnect } from './disconnect.ts';
import type { Reply } from './commands.ts';
import type { Session } from './session.ts';

const MAX_PENDING = 64 * 1024;
const MAX_LINE = 4096;
const IDLE_TIMEOUT_MS = 300_000;
/** Postscreen's reply to a client that sends before the greeting is complete. */
const EARLY_TALKER = '521 5.5.1 Protocol error\r\n';

interface ConnectionOptions {
  network: NetworkDelay;
  server: Pick<ServerProfile, 'pace' | 'withholds' | 'starttls' | 'brokenPipelining'>;
  secureContext: () => SecureContext;
  /** Called when the server closes the connection; the client notices one round trip later. */
  onEnd: () => void;
}

/** Runs a session over a socket: reads lines, and sends each reply after the server's delay. */
export function serveConnection(
  rawSocket: Socket,
  session: Session,
  { network, server, secureContext, onEnd }: ConnectionOptions,
): void {
  const { pace, withholds, brokenPipelining } = server;
  let socket = rawSocket;
  let pending = '';
  let out = session.banner();
  /** Replies to recipients that arrived together; they are sent after `out`. */
  let groupReplies = '';
  let isGroup = false;
  /** Whether line handling is paused: during a delay, before a TLS handshake, or at the end. */
  let busy = true;

  const flush = (): void => {
    out += groupReplies;
    groupReplies = '';
    if (!out) return;
    const [text, to] = [out, socket];
    out = '';
    network.deliver(() => to.writable && to.write(text, 'latin1'));
  };

  const attach = (target: Socket): void => {
    target.on('data', (chunk: Buffer) => {
      const lines = chunk.toString('latin1');
      const firstEnd = lines.indexOf('\n') + 1;
      isGroup = firstEnd > 0 && firstEnd < lines.length;
      pending += isGroup && brokenPipelining === 'first-only' ? lines.slice(0, firstEnd) : lines;
      if (pending.length > MAX_PENDING) socket.pause();
      proceed();
    });
    target.on('error', () => target.destroy());
    target.setTimeout(IDLE_TIMEOUT_MS, () => target.destroy());
  };

  const startTls = (): void => {
    socket.removeAllListeners('data').removeAllListeners('timeout').setTimeout(0);
    pending = ''; // discards commands injected before the handshake
    socket = new TLSSocket(socket, { isServer: true, secureContext: secureContext() });
    session.onTlsStarted();
    busy = false;
    attach(socket);
  };

  const finish = (next: 'close' | 'reset' | 'start-tls'): void => {
    if (next === 'reset') socket.resetAndDestroy();
    else if (next === 'close') disconnect(socket);
    else if (server.starttls === 'broken') disconnect(socket, 'no TLS today\r\n');
    else if (!socket.destroyed) startTls();
  };

  const perform = ({ text, next, work }: Reply): void => {
    const fault = work && isGroup ? brokenPipelining : undefined;
    if (fault === 'reversed') {
      groupReplies = text + groupReplies;
    } else if (fault !== 'silent' || !text.startsWith('5')) {
      out += groupReplies + text;
      groupReplies = '';
    }
    if (!next) return;
    busy = true;
    flush();
    pending = '';
    if (next !== 'start-tls') onEnd();
    network.deliver(() => finish(next));
  };

  /** Performs a reply after a delay, then handles the lines that arrived meanwhile. */
  const performAfter = (ms: number, reply: () => Reply): void => {
    busy = true;
    network.after(ms, () => {
      busy = false;
      perform(reply());
      proceed();
    });
  };

  const handle = (line: string): void => {
    const reply = session.handleLine(line);
    if (!reply) return;
    const durationMs = (pace?.[reply.work ?? 'command'] ?? 0) + (reply.delay ?? 0);
    if (durationMs === 0) return perform(reply);
    if (!withholds) flush();
    performAfter(durationMs, () => reply);
  };

  function proceed(): void {
    let start = 0;
    for (;;) {
      const end = busy ? -1 : pending.indexOf('\n', start);
      if (end < 0) break;
      const line = pending.slice(start, pending[end - 1] === '\r' ? end - 1 : end);
      start = end + 1;
      handle(line);
    }
    pending = pending.slice(start);
    if (busy && withholds) return;
    if (!busy && pending.length > MAX_LINE)
      perform({ text: '500 5.5.2 Line too long\r\n', next: 'close' });
    flush();
    if (pending.length <= MAX_PENDING) socket.resume();
  }

  attach(socket);
  flush();
  performAfter(pace?.greeting ?? 0, () =>
    pending === '' ? session.greeting() : { text: EARLY_TALKER, next: 'close' },
  );
}
