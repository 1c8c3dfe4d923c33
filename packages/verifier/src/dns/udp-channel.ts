import type { Buffer } from 'node:buffer';
import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { startTimeLimit, type TimeLimit } from '../flow/time-limit.ts';
import type { HostPort } from '../model/types.ts';
import { decodeReply, encodeQuery, type DnsReply, type RecordType } from './message.ts';

export type NoReply = 'timeout' | 'unreachable';

interface Pending {
  query: Buffer;
  limit: TimeLimit;
  done: (result: DnsReply | NoReply) => void;
}

export interface UdpChannel {
  ask(
    name: string,
    type: RecordType,
    edns: boolean,
    timeoutMs: number,
  ): Promise<DnsReply | NoReply>;
  close(): void;
}

/**
 * Sends concurrent queries to one server over one socket. The socket is connected, so the kernel
 * drops packets from other hosts and reports an ICMP refusal immediately.
 *
 * @param random uniform in [0, 1): picks the message ids
 */
export function openUdpChannel(server: HostPort, random: () => number): UdpChannel {
  const pending = new Map<number, Pending>();
  const socket = createSocket(isIPv6(server.host) ? 'udp6' : 'udp4');
  let unsent: Buffer[] | undefined = [];
  let closed = false;

  socket.on('message', (packet) => {
    if (packet.length < 2) return;
    const id = packet.readUInt16BE(0);
    const pendingQuery = pending.get(id);
    const reply = pendingQuery && decodeReply(packet, pendingQuery.query);
    if (reply) finish(id, reply);
  });
  socket.on('error', failAll);
  socket.on('connect', () => {
    const packets = unsent ?? [];
    unsent = undefined;
    for (const packet of packets) socket.send(packet, onSent);
  });
  socket.unref();
  socket.connect(server.port, server.host);

  function finish(id: number, result: DnsReply | NoReply): void {
    const pendingQuery = pending.get(id);
    if (!pendingQuery) return;
    pending.delete(id);
    pendingQuery.limit.stop();
    pendingQuery.done(result);
  }

  /** A send fails if the kernel has an ICMP refusal of an earlier packet to report. */
  function onSent(error: Error | null): void {
    if (error) failAll();
  }

  function failAll(): void {
    for (const id of pending.keys()) finish(id, 'unreachable');
    unsent &&= [];
  }

  function freeId(): number {
    let id = randomQueryId(random);
    while (pending.has(id)) id = (id + 1) & 0xffff;
    return id;
  }

  return {
    ask(name, type, edns, timeoutMs) {
      if (closed) return Promise.resolve('unreachable');
      return new Promise((done) => {
        const id = freeId();
        const query = encodeQuery(id, name, type, edns);
        const limit = startTimeLimit(timeoutMs, () => finish(id, 'timeout'));
        pending.set(id, { query, limit, done });
        if (unsent) unsent.push(query);
        else socket.send(query, onSent);
      });
    },
    close() {
      if (closed) return;
      closed = true;
      failAll();
      socket.close();
    },
  };
}

export function randomQueryId(random: () => number): number {
  return Math.floor(random() * 0x10000) & 0xffff;
}
