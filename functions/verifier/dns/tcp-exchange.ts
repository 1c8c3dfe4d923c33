import { Buffer } from 'node:buffer';
import { connect } from 'node:net';
import type { HostPort } from '../model/types.ts';
import { decodeReply, type DnsReply } from './message.ts';
import type { NoReply } from './udp-channel.ts';

/**
 * One query over one TCP connection (RFC 7766), for a response that does not fit into UDP.
 *
 * @param query what `encodeQuery` made
 */
export function askOverTcp(
  server: HostPort,
  query: Buffer,
  timeoutMs: number,
): Promise<DnsReply | NoReply> {
  return new Promise((done) => {
    const socket = connect({ host: server.host, port: server.port, noDelay: true });
    let received = Buffer.alloc(0);
    const timer = setTimeout(() => finish('timeout'), timeoutMs);

    function finish(result: DnsReply | NoReply): void {
      clearTimeout(timer);
      socket.destroy();
      done(result);
    }

    socket.on('connect', () => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(query.length);
      socket.write(Buffer.concat([length, query]));
    });
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 2) return;
      const end = 2 + received.readUInt16BE(0);
      if (received.length < end) return;
      const reply = decodeReply(received.subarray(2, end), query);
      // There is no other way to ask for the rest of a response that is truncated here.
      finish(reply && !reply.truncated ? reply : 'unreachable');
    });
    socket.on('error', () => finish('unreachable'));
    socket.on('close', () => finish('unreachable'));
  });
}
