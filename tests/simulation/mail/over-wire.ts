import dgram from 'node:dgram';
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { TestClock } from '../../support/test-clock.ts';
import type { WireSocket } from './wire-socket.ts';
import type { WireTimers } from './wire-timers.ts';

/** In-memory replacement for a process's network. */
export interface Wire {
  /**
   * Connects to a host from an IP address. Returns the client's end, which is open or will fail.
   */
  dial(host: string, from: string | undefined): WireSocket;
  /** Returns the response to a DNS datagram; undefined if the query or the response is lost. */
  ask(packet: Buffer): Buffer | undefined;
  readonly timers: WireTimers;
  events(): number;
}

/** A UDP socket whose datagrams go to the wire. */
class WireUdp extends EventEmitter {
  readonly #wire: Wire;
  constructor(wire: Wire) {
    super();
    this.#wire = wire;
  }

  unref(): void {
    // Nothing to do: this socket never keeps the event loop alive.
  }

  connect(): void {
    setImmediate(() => this.emit('connect'));
  }

  send(packet: Buffer, sent: (error: Error | null) => void): void {
    const response = this.#wire.ask(packet);
    setImmediate(() => {
      sent(null);
      if (response) this.emit('message', response);
    });
  }

  close(): void {
    this.removeAllListeners();
  }
}

const TICK_MS = 250;
/**
 * Number of event loop turns without an event after which everything is waiting for time to pass.
 */
const QUIET_ROUNDS = 4;

async function settle(wire: Wire): Promise<void> {
  for (let quiet = 0; quiet < QUIET_ROUNDS;) {
    const before = wire.events();
    await turn();
    quiet = wire.events() === before ? quiet + 1 : 0;
  }
}

/**
 * Runs work whose sockets use the wire and whose timers use the clock, which advances only when
 * nothing else happens. Nothing else may run at the same time, because these replacements are
 * global.
 */
export async function runOverWire<T>(
  wire: Wire,
  clock: TestClock,
  work: () => Promise<T>,
): Promise<T> {
  const { connect } = net;
  const { createSocket } = dgram;
  net.connect = ((options: net.TcpNetConnectOpts) =>
    wire.dial(options.host ?? '', options.localAddress)) as unknown as typeof connect;
  dgram.createSocket = (() => new WireUdp(wire)) as unknown as typeof createSocket;
  const restore = wire.timers.install();
  syncBuiltinESMExports();
  try {
    let isOver = false;
    const done = work().finally(() => {
      isOver = true;
    });
    // Prevents an unhandled rejection before the `await` below reports the failure.
    done.catch(() => undefined);
    for (;;) {
      await settle(wire);
      if (isOver) return await done;
      clock.advance(TICK_MS);
      wire.timers.fire();
    }
  } finally {
    restore();
    Object.assign(net, { connect });
    Object.assign(dgram, { createSocket });
    syncBuiltinESMExports();
  }
}
