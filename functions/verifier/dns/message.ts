import type { Buffer } from 'node:buffer';
import { RECURSION_DESIRED, decode, encode } from 'dns-packet';
import type { DecodedPacket } from 'dns-packet';

export type RecordKind = 'MX' | 'A' | 'AAAA';

export interface MxRecord {
  preference: number;
  /** Lower case, without a final dot; empty for the root of RFC 7505. */
  host: string;
}

/** One answer as far as mail routing needs it. Names are lower case, without a final dot. */
export interface DnsReply {
  id: number;
  /** Basic response code of RFC 1035 §4.1.1. */
  rcode: number;
  truncated: boolean;
  /** The question echoed, or undefined when the server left it out. */
  question: { name: string; type: string } | undefined;
  aliases: ReadonlyMap<string, string>;
  mx: readonly (MxRecord & { owner: string })[];
  addresses: readonly { owner: string; type: 'A' | 'AAAA'; address: string }[];
  /** The server says there is no such record (RFC 2308 §2.2), rather than leaving the rest to us. */
  negative: boolean;
  /** Seconds the whole answer may be remembered: the least TTL in it (RFC 2308 §5 when empty). */
  ttl: number | undefined;
}

export const RCODE = { noError: 0, formErr: 1, servFail: 2, nxDomain: 3, refused: 5 } as const;

/** Largest UDP answer asked for: what crosses networks without fragments (DNS flag day 2020). */
const UDP_PAYLOAD = 1232;

/** Seconds: what is larger is negative, and counts as zero (RFC 2181 §8). */
const MAX_TTL = 2 ** 31 - 1;

/** A recursive question (RFC 1035 §4.1), with EDNS0 (RFC 6891) unless the server cannot read it. */
export function encodeQuery(id: number, name: string, type: RecordKind, edns: boolean): Buffer {
  return encode({
    type: 'query',
    id,
    flags: RECURSION_DESIRED,
    questions: [{ name, type, class: 'IN' }],
    additionals: edns
      ? [
          {
            name: '.',
            type: 'OPT',
            udpPayloadSize: UDP_PAYLOAD,
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

/** Reads a response. Undefined for anything that is no well-formed response. */
export function decodeReply(packet: Buffer): DnsReply | undefined {
  let decoded: DecodedPacket;
  try {
    decoded = decode(packet);
  } catch {
    return truncatedHeader(packet);
  }
  if (!decoded.flag_qr) return undefined;
  const asked = decoded.questions?.[0];
  const reply = {
    id: decoded.id ?? 0,
    rcode: (decoded.flags ?? 0) & 0x0f,
    truncated: decoded.flag_tc,
    question: asked && { name: canonical(asked.name), type: asked.type },
    aliases: new Map<string, string>(),
    mx: [] as (MxRecord & { owner: string })[],
    addresses: [] as { owner: string; type: 'A' | 'AAAA'; address: string }[],
    negative: false,
    ttl: undefined as number | undefined,
  };
  const remember = (ttl = 0): void => {
    const seconds = ttl > MAX_TTL ? 0 : ttl;
    reply.ttl = Math.min(reply.ttl ?? seconds, seconds);
  };
  for (const record of decoded.answers ?? []) {
    const owner = canonical(record.name);
    if (record.type === 'A' || record.type === 'AAAA') {
      reply.addresses.push({ owner, type: record.type, address: record.data });
      remember(record.ttl);
    } else if (record.type === 'MX') {
      const { preference = 0, exchange } = record.data;
      reply.mx.push({ owner, preference, host: canonical(exchange) });
      remember(record.ttl);
    } else if (record.type === 'CNAME') {
      reply.aliases.set(owner, canonical(record.data));
      remember(record.ttl);
    }
  }
  for (const record of decoded.authorities ?? []) {
    if (record.type === 'SOA') {
      reply.negative = true;
      remember(Math.min(record.ttl ?? 0, record.data.minimum ?? 0));
    }
  }
  return reply;
}

/** Lower case, without a final dot, as names are compared (RFC 4343). */
function canonical(name: string): string {
  const lower = name.toLowerCase();
  return lower.endsWith('.') ? lower.slice(0, -1) : lower;
}

/** Some servers cut a truncated answer in the middle of a record; its header still says so. */
function truncatedHeader(packet: Buffer): DnsReply | undefined {
  if (packet.length < 12) return undefined;
  const flags = packet.readUInt16BE(2);
  if ((flags & 0x8200) !== 0x8200) return undefined;
  return {
    id: packet.readUInt16BE(0),
    rcode: flags & 0x0f,
    truncated: true,
    question: undefined,
    aliases: new Map(),
    mx: [],
    addresses: [],
    negative: false,
    ttl: undefined,
  };
}
