import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** One end of a TCP connection within the process. */
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

  static pair(one: WireSocket, other: WireSocket): void {
    one.#peer = other;
    other.#peer = one;
  }

  /** The code under test uses only the properties that exist here. */
  get asSocket(): Socket {
    return this as unknown as Socket;
  }

  /** Timeouts are not simulated: code that waits for a response has its own timeout. */
  setTimeout(): this {
    return this;
  }

  resetAndDestroy(): this {
    this.#isReset = true;
    return this.destroy();
  }

  override _read(): void {
    // Nothing to do: data is pushed as it arrives, because there is little of it.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.bytesWritten += chunk.length;
    this.#onWrite();
    this.#deliver((peer) => {
      peer.bytesRead += chunk.length;
      peer.push(chunk);
    });
    done();
  }

  override _final(done: () => void): void {
    this.#deliver((peer) => peer.push(null));
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const isReset = this.#isReset;
    this.#deliver((peer) => {
      if (isReset) peer.destroy(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
      else if (!peer.readableEnded) peer.push(null);
    });
    done(error);
  }

  /** Runs later, as over a network: the other end never changes within a call on this end. */
  #deliver(happens: (peer: WireSocket) => void): void {
    setImmediate(() => {
      if (this.#peer && !this.#peer.destroyed) happens(this.#peer);
    });
  }
}
