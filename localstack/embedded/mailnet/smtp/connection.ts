import type { Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import type { Server } from '../kinds/kind.ts';
import type { Network } from '../net/network.ts';
import { hangUp } from './hang-up.ts';
import type { Reply, Session } from './session.ts';

const MAX_PENDING = 64 * 1024;
const MAX_LINE = 4096;
const IDLE_MS = 300_000;
/** What postscreen says to who talks before its greeting is complete. */
const EARLY_TALKER = '521 5.5.1 Protocol error\r\n';

interface Circumstances {
  network: Network;
  server: Pick<Server, 'pace' | 'withholds' | 'starttls'>;
  secureContext: () => SecureContext;
  /** The server is done with the client, who will know a round trip later. */
  onEnd: () => void;
}

/** Carries a session over a socket: lines in, replies out, each after the time it takes. */
export class Connection {
  readonly #session: Session;
  readonly #network: Network;
  readonly #around: Circumstances;
  #socket: Socket;
  #pending = '';
  #out = '';
  /** Nothing more is read: at work on a command, before a handshake, or at the end. */
  #busy = true;

  constructor(socket: Socket, session: Session, around: Circumstances) {
    this.#socket = socket;
    this.#session = session;
    this.#network = around.network;
    this.#around = around;
    this.#attach(socket);
    this.#out = session.banner();
    this.#flush();
    this.#work(around.server.pace?.greeting ?? 0, () =>
      this.#perform(
        this.#pending === '' ? session.greeting() : { text: EARLY_TALKER, next: 'close' },
      ),
    );
  }

  #attach(socket: Socket): void {
    socket.on('data', this.#read);
    socket.on('error', () => socket.destroy());
    socket.setTimeout(IDLE_MS, () => socket.destroy());
  }

  readonly #read = (chunk: Buffer): void => {
    this.#pending += chunk.toString('latin1');
    if (this.#pending.length > MAX_PENDING) this.#socket.pause();
    this.#proceed();
  };

  /** Answers whole lines until there is none or one takes its time. */
  #proceed(): void {
    let start = 0;
    while (!this.#busy) {
      const end = this.#pending.indexOf('\n', start);
      if (end < 0) break;
      const line = this.#pending.slice(start, this.#pending[end - 1] === '\r' ? end - 1 : end);
      start = end + 1;
      this.#handle(line);
    }
    this.#pending = this.#pending.slice(start);
    if (this.#busy && this.#around.server.withholds) return;
    if (!this.#busy && this.#pending.length > MAX_LINE)
      this.#perform({ text: '500 5.5.2 Line too long\r\n', next: 'close' });
    this.#flush();
    if (this.#pending.length <= MAX_PENDING) this.#socket.resume();
  }

  #handle(line: string): void {
    const reply = this.#session.line(line);
    if (!reply) return;
    const { pace, withholds } = this.#around.server;
    const takes = (pace?.[reply.work ?? 'command'] ?? 0) + (reply.delay ?? 0);
    if (takes === 0) {
      this.#perform(reply);
    } else {
      if (!withholds) this.#flush();
      this.#work(takes, () => this.#perform(reply));
    }
  }

  /** Does something after the time it takes here, then reads on. */
  #work(ms: number, perform: () => void): void {
    this.#busy = true;
    this.#network.after(this.#network.scaled(ms), () => {
      this.#busy = false;
      perform();
      this.#proceed();
    });
  }

  #perform({ text, next }: Reply): void {
    this.#out += text;
    if (!next) return;
    this.#busy = true;
    this.#flush();
    this.#pending = '';
    if (next !== 'start-tls') this.#around.onEnd();
    this.#network.deliver(() => this.#finish(next));
  }

  #finish(next: 'close' | 'reset' | 'start-tls'): void {
    const socket = this.#socket;
    if (next === 'reset') socket.resetAndDestroy();
    else if (next === 'close') hangUp(socket);
    else if (this.#around.server.starttls === 'broken') hangUp(socket, 'no TLS today\r\n');
    else if (!socket.destroyed) this.#startTls(socket);
  }

  #startTls(socket: Socket): void {
    socket.removeAllListeners('data').removeAllListeners('timeout').setTimeout(0);
    this.#pending = ''; // whatever was smuggled in before the handshake
    const secure = new TLSSocket(socket, {
      isServer: true,
      secureContext: this.#around.secureContext(),
    });
    this.#socket = secure;
    this.#session.secured();
    this.#busy = false;
    this.#attach(secure);
  }

  #flush(): void {
    if (!this.#out) return;
    const text = this.#out;
    this.#out = '';
    const socket = this.#socket;
    this.#network.deliver(() => socket.writable && socket.write(text, 'latin1'));
  }
}
