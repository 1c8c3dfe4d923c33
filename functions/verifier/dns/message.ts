import { Buffer } from 'node:buffer';
import { SocketAddress } from 'node:net';
import { readName, writeName } from './names.ts';
import type { Cursor } from './names.ts';

/*
 * As much of RFC 1035 as mail routing needs. With a library that knows every record type, questions and
 * answers made a twelfth of all that the engine allocates.
 */

export type RecordKind = 'MX' | 'A' | 'AAAA';

export interface MxRecord {
  preference: number;
  /** Lower case, without a final dot; empty for the root of RFC 7505. */
  host: string;
}

/** One answer as far as mail routing needs it. Names are lower case (RFC 4343), without a final dot. */
export interface DnsReply {
  id: number;
  /** Response code of RFC 1035 §4.1.1, of an answer without records with the upper bits of RFC 6891. */
  rcode: number;
  truncated: boolean;
  /** The question echoed, or undefined when the server left it out. */
  question: { name: string; type: number } | undefined;
  aliases: ReadonlyMap<string, string>;
  mx: readonly (MxRecord & { owner: string })[];
  addresses: readonly { owner: string; type: 'A' | 'AAAA'; address: string }[];
  /** The server says there is no such record (RFC 2308 §2.2), rather than leaving the rest to us. */
  negative: boolean;
  /** Tells of no error, yet of nothing that was asked for: refers elsewhere, or holds other names. */
  evasive: boolean;
  /** Seconds the whole answer may be remembered: the least TTL in it (RFC 2308 §5 when empty). */
  ttl: number | undefined;
}

export const RCODE = {
  noError: 0,
  formErr: 1,
  servFail: 2,
  nxDomain: 3,
  notImp: 4,
  refused: 5,
} as const;

/** Whether a code says something of the name that was asked for: others tell of the server alone. */
export const saysOfName = (rcode: number): boolean =>
  rcode === RCODE.noError || rcode === RCODE.nxDomain;

/** Numbers of record types in the IANA registry of DNS parameters. */
export const TYPE = { A: 1, NS: 2, CNAME: 5, SOA: 6, MX: 15, AAAA: 28, OPT: 41 } as const;
const INTERNET = 1;

const HEADER = 12;
const QR = 0x8000;
const OPCODE = 0x7800;
const TC = 0x0200;
const RD = 0x0100;

/** Largest UDP answer asked for: what crosses networks without fragments (DNS flag day 2020). */
const UDP_PAYLOAD = 1232;
/** An OPT record without options (RFC 6891 §6.1.2). */
const OPT_LENGTH = 11;

/** Seconds: what is larger is negative, and counts as zero (RFC 2181 §8). */
const MAX_TTL = 2 ** 31 - 1;

/**
 * A recursive question (RFC 1035 §4.1), with EDNS0 (RFC 6891) unless the server cannot read it.
 *
 * @param name one that `isQueryable` takes
 */
export function encodeQuery(id: number, name: string, type: RecordKind, edns: boolean): Buffer {
  const packet = Buffer.alloc(HEADER + name.length + 2 + 4 + (edns ? OPT_LENGTH : 0));
  packet.writeUInt16BE(id, 0);
  packet.writeUInt16BE(RD, 2);
  packet.writeUInt16BE(1, 4);
  packet.writeUInt16BE(edns ? 1 : 0, 10);
  let at = writeName(packet, name, HEADER);
  at = packet.writeUInt16BE(TYPE[type], at);
  at = packet.writeUInt16BE(INTERNET, at);
  if (edns) {
    at = packet.writeUInt16BE(TYPE.OPT, at + 1);
    packet.writeUInt16BE(UDP_PAYLOAD, at);
  }
  return packet;
}

/** Reads a response. Undefined for anything that is no well-formed response. */
export function decodeReply(packet: Buffer): DnsReply | undefined {
  if (packet.length < HEADER) return undefined;
  const flags = packet.readUInt16BE(2);
  if ((flags & QR) === 0 || (flags & OPCODE) !== 0) return undefined;
  const header: Header = {
    id: packet.readUInt16BE(0),
    rcode: flags & 0x0f,
    truncated: (flags & TC) !== 0,
  };
  try {
    return readBody(packet, header);
  } catch {
    // Some servers cut a truncated answer in the middle of a record; its header still says so.
    return header.truncated ? { ...header, ...NOTHING_READ } : undefined;
  }
}

type Header = Pick<DnsReply, 'id' | 'rcode' | 'truncated'>;

const NOTHING_READ: Omit<DnsReply, keyof Header> = {
  question: undefined,
  aliases: new Map(),
  mx: [],
  addresses: [],
  negative: false,
  evasive: false,
  ttl: undefined,
};

/** @throws RangeError where the packet ends too soon or holds no name where one should be */
function readBody(packet: Buffer, header: Header): DnsReply {
  const cursor: Cursor = { at: HEADER };
  let question: DnsReply['question'];
  for (let left = packet.readUInt16BE(4); left > 0; left -= 1) {
    const name = readName(packet, cursor).toLowerCase();
    question ??= { name, type: packet.readUInt16BE(cursor.at) };
    cursor.at += 4;
  }

  const aliases = new Map<string, string>();
  const mx: (MxRecord & { owner: string })[] = [];
  const addresses: { owner: string; type: 'A' | 'AAAA'; address: string }[] = [];
  let negative = false;
  let referred = false;
  let answered = false;
  let least: number | undefined;
  const remember = (ttl: number): void => {
    const seconds = ttl > MAX_TTL ? 0 : ttl;
    least = Math.min(least ?? seconds, seconds);
  };

  const answers = packet.readUInt16BE(6);
  for (let left = answers; left > 0; left -= 1) {
    const { owner, type, ttl, data, end } = readRecord(packet, cursor);
    if (type === TYPE.MX) {
      const host = readData(packet, data + 2, end);
      mx.push({ owner, preference: packet.readUInt16BE(data), host });
    } else if (type === TYPE.A && end - data === 4) {
      addresses.push({ owner, type: 'A', address: packet.subarray(data, end).join('.') });
    } else if (type === TYPE.AAAA && end - data === 16) {
      addresses.push({ owner, type: 'AAAA', address: ipv6(packet, data) });
    } else if (type === TYPE.CNAME) {
      aliases.set(owner, readData(packet, data, end));
    } else continue;
    answered ||= owner === question?.name;
    remember(ttl);
  }
  for (let left = packet.readUInt16BE(8); left > 0; left -= 1) {
    const { type, ttl, data, end } = readRecord(packet, cursor);
    referred ||= type === TYPE.NS;
    // Two names and five numbers, of which MINIMUM is the last.
    if (type !== TYPE.SOA || end - data < 22) continue;
    negative = true;
    remember(Math.min(ttl, packet.readUInt32BE(end - 4)));
  }
  let { rcode } = header;
  for (let left = answered ? 0 : packet.readUInt16BE(10); left > 0; left -= 1) {
    const { type, ttl } = readRecord(packet, cursor);
    if (type === TYPE.OPT) rcode += (ttl >>> 24) << 4;
  }
  const evasive = rcode === RCODE.noError && !answered && (answers > 0 || (referred && !negative));
  return { ...header, rcode, question, aliases, mx, addresses, negative, evasive, ttl: least };
}

/** A name at the end of a record's data, in lower case. */
function readData(packet: Buffer, at: number, end: number): string {
  const cursor: Cursor = { at };
  const name = readName(packet, cursor).toLowerCase();
  if (cursor.at > end) throw new RangeError('a name leads out of its record');
  return name;
}

/** A record, with where its data begin and end; the cursor stands behind it. */
function readRecord(packet: Buffer, cursor: Cursor) {
  const owner = readName(packet, cursor).toLowerCase();
  const { at } = cursor;
  const type = packet.readUInt16BE(at);
  // The class of OPT is a size.
  const counts = type === TYPE.OPT || packet.readUInt16BE(at + 2) === INTERNET;
  const data = at + 10;
  const end = data + packet.readUInt16BE(at + 8);
  if (end > packet.length) throw new RangeError('a record is cut off');
  cursor.at = end;
  return { owner, type: counts ? type : 0, ttl: packet.readUInt32BE(at + 4), data, end };
}

/** The text form of RFC 5952. */
function ipv6(packet: Buffer, start: number): string {
  const groups: string[] = [];
  for (let at = start; at < start + 16; at += 2) groups.push(packet.readUInt16BE(at).toString(16));
  return new SocketAddress({ family: 'ipv6', address: groups.join(':') }).address;
}
