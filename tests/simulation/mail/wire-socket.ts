import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** One end of a TCP connection that stays within the process. */
export class WireSocket extends Duplex {
  bytesRead = 0;
  bytesWritten = 0;
  #peer: WireSocket | undefined;
  #isReset = false;

  readonly localAddress: string;
  readonly remoteAddress: string;
  readonly #onWrite: () => void;

  constructor(localAddress: string, remoteAddress: string, onWrite: () => void) {
    super({ allowHalfOpen: false });
    this.localAddress = localAddress;
    this.remoteAddress = remoteAddress;
    this.#onWrite = onWrite;
  }

  /** Ties two ends together. */
  static tie(one: WireSocket, other: WireSocket): void {
    one.#peer = other;
    other.#peer = one;
  }

  /** As code knows it that was written for sockets. What it has not got is not used there. */
  get asSocket(): Socket {
    return this as unknown as Socket;
  }

  /** Silence is not simulated: who waits for a response has a time-out of its own. */
  setTimeout(): this {
    return this;
  }

  resetAndDestroy(): this {
    this.#isReset = true;
    return this.destroy();
  }

  override _read(): void {
    // Whatever comes is pushed: it is little.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.bytesWritten += chunk.length;
    this.#onWrite();
    this.#tell((peer) => {
      peer.bytesRead += chunk.length;
      peer.push(chunk);
    });
    done();
  }

  override _final(done: () => void): void {
    this.#tell((peer) => peer.push(null));
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const isReset = this.#isReset;
    this.#tell((peer) => {
      if (isReset) peer.destroy(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
      else if (!peer.readableEnded) peer.push(null);
    });
    done(error);
  }

  /** Later, as over a network: nothing happens to the other end within a call of this one. */
  #tell(happens: (peer: WireSocket) => void): void {
    setImmediate(() => {
      if (this.#peer && !this.#peer.destroyed) happens(this.#peer);
    });
  }
}
