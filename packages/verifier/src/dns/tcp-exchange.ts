import { Buffer } from 'node:buffer';
import { connect } from 'node:net';
import { addAbortSignal } from 'node:stream';
import type { HostPort } from '../model/types.ts';
import { decodeReply, type DnsReply } from './message.ts';
import type { NoReply } from './udp-channel.ts';

/** Sends the result of `encodeQuery` over TCP (RFC 7766), for a response too large for UDP. */
export async function queryOverTcp(
  server: HostPort,
  query: Buffer,
  timeoutMs: number,
): Promise<DnsReply | NoReply> {
  const late = AbortSignal.timeout(timeoutMs);
  const socket = connect({ host: server.host, port: server.port, noDelay: true });
  const length = Buffer.alloc(2);
  length.writeUInt16BE(query.length);
  socket.write(Buffer.concat([length, query]));
  let received = Buffer.alloc(0);
  try {
    for await (const chunk of addAbortSignal(late, socket)) {
      received = Buffer.concat([received, chunk]);
      if (received.length < 2) continue;
      const end = 2 + received.readUInt16BE(0);
      if (received.length < end) continue;
      const reply = decodeReply(received.subarray(2, end), query);
      // A response that is truncated over TCP cannot be requested in any other way.
      return reply && !reply.truncated ? reply : 'unreachable';
    }
    return 'unreachable';
  } catch {
    return late.aborted ? 'timeout' : 'unreachable';
  }
}
