import { Buffer } from 'node:buffer';
import { connect } from 'node:net';
import type { HostPort } from '../types.ts';
import { decodeReply, encodeQuery } from './message.ts';
import type { DnsReply, RecordKind } from './message.ts';
import { answers } from './udp-channel.ts';
import type { Lost } from './udp-channel.ts';

/** One question over one TCP connection (RFC 7766), for answers too large for UDP. */
export function askOverTcp(
  server: HostPort,
  id: number,
  name: string,
  type: RecordKind,
  edns: boolean,
  timeoutMs: number,
): Promise<DnsReply | Lost> {
  return new Promise((done) => {
    const socket = connect({ host: server.host, port: server.port, noDelay: true });
    let received = Buffer.alloc(0);
    const timer = setTimeout(() => finish('timeout'), timeoutMs);

    function finish(result: DnsReply | Lost): void {
      clearTimeout(timer);
      socket.destroy();
      done(result);
    }

    socket.on('connect', () => {
      const query = encodeQuery(id, name, type, edns);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(query.length);
      socket.write(Buffer.concat([length, query]));
    });
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 2) return;
      const end = 2 + received.readUInt16BE(0);
      if (received.length < end) return;
      const reply = decodeReply(received.subarray(2, end));
      // Nothing is left to ask for the rest of an answer that is cut here.
      const whole = reply?.id === id && !reply.truncated && answers(reply, { name, type });
      finish(whole ? reply : 'unreachable');
    });
    socket.on('error', () => finish('unreachable'));
    socket.on('close', () => finish('unreachable'));
  });
}
