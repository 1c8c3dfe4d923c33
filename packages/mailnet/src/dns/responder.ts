import {
  decode,
  encode,
  RECURSION_AVAILABLE,
  RECURSION_DESIRED,
  TRUNCATED_RESPONSE,
} from 'dns-packet';
import type { DecodedPacket, OptAnswer, Packet } from 'dns-packet';
import type { Stats, Transport } from '../net/stats.ts';
import type { SimulatedInternet } from '../net/simulated-internet.ts';
import { resolveName, SOA } from './zone.ts';

/** Maximum datagram size, advertised and sent; small enough to avoid fragmentation on any path. */
const MAX_PAYLOAD_OCTETS = 1232;
const DEFAULT_PAYLOAD_OCTETS = 512;
const HEADER_OCTETS = 12;
const CODES = { NOERROR: 0, FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5 } as const;

const OPT: OptAnswer = {
  type: 'OPT',
  name: '.',
  udpPayloadSize: MAX_PAYLOAD_OCTETS,
  extendedRcode: 0,
  ednsVersion: 0,
  flags: 0,
  flag_do: false,
  options: [],
};

/** Returns `undefined` if the server does not respond. */
export type DnsResponder = (query: Buffer, transport: Transport) => Buffer | undefined;

export function createDnsResponder(world: SimulatedInternet, stats: Stats): DnsResponder {
  return (query, transport) => {
    if (query.length < HEADER_OCTETS || query.readUInt8(2) & 0x80) return undefined;
    if (query.readUInt8(2) & 0x78) return errorResponse(query, 'NOTIMP');
    let decoded: DecodedPacket;
    try {
      decoded = decode(query);
    } catch {
      return errorResponse(query, 'FORMERR');
    }
    const [question, ...others] = decoded.questions ?? [];
    if (!question || others.length > 0) return errorResponse(query, 'FORMERR');
    if (question.class !== 'IN') return errorResponse(query, 'REFUSED');

    const { type } = question;
    const name = question.name.toLowerCase();
    const resolution = resolveName(world, name, type);
    const failed = !resolution || resolution.code === 'SERVFAIL';
    stats.question(name, type, transport, failed);
    if (!resolution) return undefined;
    const { code, answers } = resolution;
    const found = answers.some((answer) => answer.type === type);
    const option = decoded.additionals?.find((record) => record.type === 'OPT');
    const flags = RECURSION_AVAILABLE | CODES[code] | ((decoded.flags ?? 0) & RECURSION_DESIRED);
    const base: Packet = { type: 'response', id: decoded.id ?? 0, questions: [question] };
    const packet = encode({
      ...base,
      flags,
      answers: [...answers],
      authorities: found || failed ? [] : [SOA],
      additionals: option ? [OPT] : [],
    });
    const clientPayload = option?.udpPayloadSize ?? DEFAULT_PAYLOAD_OCTETS;
    const limit = Math.min(Math.max(clientPayload, DEFAULT_PAYLOAD_OCTETS), MAX_PAYLOAD_OCTETS);
    if (transport === 'tcp' || packet.length <= limit) return packet;
    return encode({ ...base, flags: flags | TRUNCATED_RESPONSE });
  };
}

function errorResponse(query: Buffer, code: keyof typeof CODES): Buffer {
  const response = Buffer.alloc(HEADER_OCTETS);
  query.copy(response, 0, 0, 4);
  response.writeUInt8(query.readUInt8(2) | 0x80, 2);
  response.writeUInt8(CODES[code], 3);
  return response;
}
