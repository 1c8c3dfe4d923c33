import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { TLSSocket, createSecureContext } from 'node:tls';
import type { SecureContextOptions } from 'node:tls';
import { createSelfSignedCertificate } from '../../mailnet/src/smtp/certificate.ts';

/** One connection, as a script sees and controls it. */
interface Peer {
  /** Number of connections to the server so far, including this one. */
  connection: number;
  /** Number of RCPT commands so far on this connection. */
  recipients: number;
  /** Number of RCPT commands so far in this transaction. */
  inTransaction: number;
  secured: boolean;
  remoteAddress: string;
  /** Sends these bytes unchanged, without adding a line end. */
  write(bytes: string): void;
  disconnect(): void;
  reset(): void;
}

/**
 * Reply lines separated by LF. Null: no reply. After a reply with the prefix `BYE:`, the server
 * closes the connection.
 */
type ReplyText = string | null;

/** The replies of a server. By default, it replies like a basic server that accepts everyone. */
export interface SmtpScript {
  greeting?: ReplyText | ((peer: Peer) => ReplyText);
  ehlo?: ReplyText | ((line: string, peer: Peer) => ReplyText);
  mail?: ReplyText | ((line: string, peer: Peer) => ReplyText);
  rcpt?: ReplyText | ((address: string, peer: Peer) => ReplyText);
  /**
   * Replies to any line before the other properties do. If it returns undefined, the other
   * properties apply.
   */
  line?: (line: string, peer: Peer) => ReplyText | undefined;
  /** Loses all lines of a packet except the first, as a filter without PIPELINING does. */
  dropsPipelined?: boolean;
  tls?: SecureContextOptions;
  /** Refuses TCP connections beyond this number by resetting them. */
  connections?: number;
}

export interface ScriptedSmtp {
  port: number;
  /** Every line received, by connection. */
  received: string[][];
  close(): Promise<void>;
}

export const EHLO_WITH_PIPELINING = '250-mx.test\n250 PIPELINING';
export const EHLO_WITH_STARTTLS = '250-mx.test\n250-PIPELINING\n250 STARTTLS';

const CERTIFICATE = createSelfSignedCertificate('mx.test', Date.UTC(2027, 0, 14));

export async function startScriptedSmtp(
  script: SmtpScript = {},
  { host = '127.0.0.1', port = 0 } = {},
): Promise<ScriptedSmtp> {
  const received: string[][] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    if (received.length >= (script.connections ?? Infinity)) {
      socket.resetAndDestroy();
      return;
    }
    const lines: string[] = [];
    received.push(lines);
    serveScript(script, socket, lines, received.length);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Serves one connection. @param received gets every line received */
export function serveScript(
  script: SmtpScript,
  rawSocket: Socket,
  received: string[],
  connection: number,
): void {
  let socket: Socket = rawSocket;
  let buffer = '';
  const peer: Peer = {
    connection,
    recipients: 0,
    inTransaction: 0,
    secured: false,
    remoteAddress: rawSocket.remoteAddress ?? '',
    write: (bytes) => void socket.write(bytes),
    disconnect: () => void socket.end(),
    reset: () => rawSocket.resetAndDestroy(),
  };

  const say = (text: ReplyText): void => {
    if (text === null) return;
    const last = text.startsWith('BYE:');
    const words = last ? text.slice(4) : text;
    if (words !== '') socket.write(`${words.replaceAll('\n', '\r\n')}\r\n`);
    if (last) socket.end();
  };
  function answer(line: string): void {
    const special = script.line?.(line, peer);
    if (special !== undefined) return say(special);
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO') return say(resolveReply(script.ehlo, EHLO_WITH_PIPELINING, line, peer));
    if (verb === 'MAIL') {
      peer.inTransaction = 0;
      return say(resolveReply(script.mail, '250 2.1.0 Ok', line, peer));
    }
    if (verb === 'RCPT') {
      peer.recipients += 1;
      peer.inTransaction += 1;
      const address = /<(.*)>/.exec(line)?.[1] ?? '';
      return say(resolveReply(script.rcpt, '250 2.1.5 Ok', address, peer));
    }
    if (verb === 'STAR') {
      say('220 2.0.0 Go ahead');
      return secure();
    }
    if (verb === 'QUIT') return say('BYE:221 2.0.0 Bye');
    say('250 2.0.0 Ok');
  }

  function secure(): void {
    socket.off('data', onData);
    const secureContext = createSecureContext({ ...CERTIFICATE, ...script.tls });
    socket = new TLSSocket(rawSocket, { isServer: true, secureContext });
    peer.secured = true;
    listen();
  }

  function onData(chunk: Buffer): void {
    const text = chunk.toString('utf8');
    buffer += script.dropsPipelined ? text.slice(0, text.indexOf('\n') + 1) : text;
    for (;;) {
      const end = buffer.indexOf('\r\n');
      if (end < 0) return;
      const line = buffer.slice(0, end);
      buffer = buffer.slice(end + 2);
      received.push(line);
      answer(line);
    }
  }

  function listen(): void {
    socket.on('data', onData);
    socket.on('error', () => {});
  }

  listen();
  say(resolveReply(script.greeting, '220 mx.test ESMTP', peer));
}

function resolveReply<A extends unknown[]>(
  reply: ReplyText | ((...args: A) => ReplyText) | undefined,
  defaultReply: string,
  ...args: A
): ReplyText {
  if (typeof reply === 'function') return reply(...args);
  return reply === undefined ? defaultReply : reply;
}
