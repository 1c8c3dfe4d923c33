import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

export class SmtpClient {
  #socket: Socket;
  #received = '';
  #ended: string | undefined;
  #wake: () => void = () => undefined;

  constructor(host: string, port: number) {
    this.#socket = this.#listen(connect({ host, port, noDelay: true }));
  }

  #listen(socket: Socket): Socket {
    socket.on('data', (chunk) => {
      this.#received += chunk.toString('utf8');
      this.#wake();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => this.#end(error.code ?? error.message));
    socket.on('close', () => this.#end('closed'));
    return socket;
  }

  #end(reason: string): void {
    this.#ended ??= reason;
    this.#wake();
  }

  send(...lines: readonly string[]): void {
    if (this.#socket.writable) this.#socket.write(lines.map((line) => `${line}\r\n`).join(''));
  }

  sendRaw(text: string): void {
    this.#socket.write(text);
  }

  /** The next reply, its lines joined by `\n`; if there is none, how the connection ended. */
  async reply(): Promise<string> {
    for (;;) {
      const [reply] = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/u.exec(this.#received) ?? [];
      if (reply !== undefined) {
        this.#received = this.#received.slice(reply.length);
        return reply.trimEnd().replaceAll('\r\n', '\n');
      }
      if (this.#ended !== undefined) return this.#ended;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async ask(line: string): Promise<string> {
    this.send(line);
    return this.reply();
  }

  async secure(): Promise<void> {
    this.#socket.removeAllListeners();
    const secure = connectTls({ socket: this.#socket, rejectUnauthorized: false });
    this.#socket = this.#listen(secure);
    await new Promise<void>((resolve, reject) => {
      secure.once('secureConnect', resolve).once('error', reject);
    });
  }

  close(): void {
    this.#socket.destroy();
  }
}
