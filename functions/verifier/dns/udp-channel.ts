import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { HostPort } from '../types.ts';
import { TYPE, decodeReply, encodeQuery, saysOfName } from './message.ts';
import type { DnsReply, RecordKind } from './message.ts';

/** What one exchange with one server ended in, where it did not end in an answer. */
export type Lost = 'timeout' | 'unreachable';

export interface UdpChannel {
  ask(name: string, type: RecordKind, edns: boolean, timeoutMs: number): Promise<DnsReply | Lost>;
  close(): void;
}

interface Pending {
  name: string;
  type: RecordKind;
  timer: NodeJS.Timeout;
  done: (result: DnsReply | Lost) => void;
}

/**
 * Many questions at once to one server over one socket. The socket is connected, so the kernel
 * drops what other hosts send, and an ICMP refusal is learnt at once instead of by time-out.
 *
 * @param random uniform in [0, 1): picks the message ids
 */
export function openUdpChannel(server: HostPort, random: () => number): UdpChannel {
  const pending = new Map<number, Pending>();
  const socket = createSocket(isIPv6(server.host) ? 'udp6' : 'udp4');
  let unsent: Buffer[] | undefined = [];
  let closed = false;

  socket.on('message', (packet) => {
    const reply = decodeReply(packet);
    const asked = reply && pending.get(reply.id);
    if (reply && asked && answers(reply, asked)) settle(reply.id, reply);
  });
  socket.on('error', failAll);
  socket.on('connect', () => {
    const packets = unsent ?? [];
    unsent = undefined;
    for (const packet of packets) socket.send(packet, onSent);
  });
  socket.unref();
  socket.connect(server.port, server.host);

  function settle(id: number, result: DnsReply | Lost): void {
    const asked = pending.get(id);
    if (!asked) return;
    pending.delete(id);
    clearTimeout(asked.timer);
    asked.done(result);
  }

  /** An ICMP refusal is told to whoever uses the socket next, and to nobody else. */
  function onSent(error: Error | null): void {
    if (error) failAll();
  }

  function failAll(): void {
    for (const id of pending.keys()) settle(id, 'unreachable');
    unsent &&= [];
  }

  function freeId(): number {
    let id = Math.floor(random() * 0x10000) & 0xffff;
    while (pending.has(id)) id = (id + 1) & 0xffff;
    return id;
  }

  return {
    ask(name, type, edns, timeoutMs) {
      if (closed) return Promise.resolve('unreachable');
      return new Promise((done) => {
        const id = freeId();
        const timer = setTimeout(() => settle(id, 'timeout'), timeoutMs);
        pending.set(id, { name, type, timer, done });
        const packet = encodeQuery(id, name, type, edns);
        if (unsent) unsent.push(packet);
        else socket.send(packet, onSent);
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

/** An answer counts when it repeats the question; a cut or refused one may come without. */
export function answers(reply: DnsReply, asked: { name: string; type: RecordKind }): boolean {
  if (!reply.question) return reply.truncated || !saysOfName(reply.rcode);
  return reply.question.name === asked.name && reply.question.type === TYPE[asked.type];
}
