import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { decode, encode, RECURSION_DESIRED } from 'dns-packet';
import type { DecodedPacket, Question } from 'dns-packet';

export interface QueryOptions {
  payload?: number;
  transport?: 'udp' | 'tcp';
}

type Response = DecodedPacket & { rcode: string };

const ID = 4711;

/** Sends one DNS query to 127.0.0.1, without retry or fallback. */
export async function queryDns(
  port: number,
  name: string,
  type: Question['type'],
  { payload, transport = 'udp' }: QueryOptions = {},
): Promise<Response> {
  const response = await exchangeDnsMessages(port, question(ID, name, type, payload), transport);
  return decode(response) as Response;
}

/**
 * Sends a query, then a second one. Responses arrive in order, so if the first response belongs to
 * the second query, the server ignored the first.
 */
export async function queryOrSilence(
  port: number,
  name: string,
  type: Question['type'],
  { payload, transport = 'udp' }: QueryOptions = {},
): Promise<Response | 'silence'> {
  const packet = question(ID, name, type, payload);
  const later = question(ID + 1, 'later.invalid', 'A');
  const first = decode(await exchangeDnsMessages(port, packet, transport, later)) as Response;
  return first.id === ID ? first : 'silence';
}

function question(id: number, name: string, type: Question['type'], payload?: number): Buffer {
  return encode({
    type: 'query',
    id,
    flags: RECURSION_DESIRED,
    questions: [{ type, name, class: 'IN' }],
    additionals: payload
      ? [
          {
            type: 'OPT',
            name: '.',
            udpPayloadSize: payload,
            extendedRcode: 0,
            ednsVersion: 0,
            flags: 0,
            flag_do: false,
            options: [],
          },
        ]
      : [],
  });
}

/** Sends raw DNS messages, which may be malformed, and returns the first response. */
export async function exchangeDnsMessages(
  port: number,
  packet: Buffer,
  transport: 'udp' | 'tcp' = 'udp',
  ...later: readonly Buffer[]
): Promise<Buffer> {
  const packets = [packet, ...later];
  if (transport === 'udp') {
    const socket = createSocket('udp4');
    try {
      for (const each of packets) socket.send(each, port, '127.0.0.1');
      const [message] = (await once(socket, 'message')) as [Buffer];
      return message;
    } finally {
      socket.close();
    }
  }
  const socket = connect(port, '127.0.0.1');
  for (const each of packets) {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(each.length);
    socket.write(Buffer.concat([length, each]));
  }
  let received = Buffer.alloc(0);
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk as Buffer]);
    if (received.length >= 2 && received.length >= received.readUInt16BE() + 2) break;
  }
  return received.subarray(2);
}
