import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { decode, encode, RECURSION_DESIRED } from 'dns-packet';
import type { DecodedPacket, Question } from 'dns-packet';

export interface Asked {
  /** Say by EDNS0 that datagrams of this size are fine. */
  payload?: number;
  transport?: 'udp' | 'tcp';
}

/** One DNS query to 127.0.0.1, answered as it came: no retry, no fallback. */
export async function query(
  port: number,
  name: string,
  type: Question['type'],
  { payload, transport = 'udp' }: Asked = {},
): Promise<DecodedPacket & { rcode: string }> {
  const packet = encode({
    type: 'query',
    id: 4711,
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
  const response = await exchange(port, packet, transport);
  return decode(response) as DecodedPacket & { rcode: string };
}

/** Octets there and back. */
export async function exchange(
  port: number,
  packet: Buffer,
  transport: 'udp' | 'tcp' = 'udp',
): Promise<Buffer> {
  if (transport === 'udp') {
    const socket = createSocket('udp4');
    try {
      socket.send(packet, port, '127.0.0.1');
      const [message] = (await once(socket, 'message')) as [Buffer];
      return message;
    } finally {
      socket.close();
    }
  }
  const socket = connect(port, '127.0.0.1');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(packet.length);
  socket.write(Buffer.concat([length, packet]));
  let received = Buffer.alloc(0);
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk as Buffer]);
    if (received.length >= 2 && received.length >= received.readUInt16BE() + 2) break;
  }
  return received.subarray(2);
}
