import type { Buffer } from 'node:buffer';
import { isIP } from 'node:net';
import { RECURSION_DESIRED, TRUNCATED_RESPONSE, decode, encode } from 'dns-packet';
import type { DecodedPacket, OptAnswer } from 'dns-packet';

export type RecordType = 'MX' | 'A' | 'AAAA' | 'TXT';

export interface MxRecord {
  preference: number;
  /** Lowercase, without the trailing dot; empty for a null MX (RFC 7505). */
  host: string;
}

/** A decoded response. Names are in lower case (RFC 4343), without the trailing dot. */
export interface DnsReply {
  /** Response code of RFC 1035 §4.1.1 with the upper bits of RFC 6891. */
  rcode: number;
  /** Whether the answer did not fit (TC). It is then ignored and requested over TCP. */
  truncated: boolean;
  aliases: ReadonlyMap<string, string>;
  mx: readonly (MxRecord & { owner: string })[];
  addresses: readonly { owner: string; type: 'A' | 'AAAA'; address: string }[];
  /** TXT records with their strings joined. */
  texts: readonly { owner: string; text: string }[];
  /** Whether a SOA record shows that the requested record does not exist (RFC 2308 §2.2). */
  negative: boolean;
  /**
   * Whether the server, without an error, refers us to another server, returns only records of
   * other names, or returns no records although it neither recurses (RA) nor is authoritative (AA).
   */
  lame: boolean;
  /**
   * Seconds for which the response may be cached: its lowest TTL, or the negative TTL of RFC 2308
   * §5 when it is empty; undefined if it contains neither.
   */
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

export const formatRcode = (rcode: number): string =>
  Object.entries(RCODE)
    .find(([, code]) => code === rcode)?.[0]
    .toUpperCase() ?? `rcode ${rcode}`;

/** Whether a response code is about the name. All others are about the server. */
export const isDefinitiveRcode = (rcode: number): boolean =>
  rcode === RCODE.noError || rcode === RCODE.nxDomain;

const HEADER_OCTETS = 12;
const RESPONSE_BIT = 0x8000;
const OPCODE_BITS = 0x7800;
const RCODE_BITS = 0x000f;
const TYPE_AND_CLASS_OCTETS = 4;

/** A larger TTL has its sign bit set and counts as zero (RFC 2181 §8). */
const MAX_TTL = 2 ** 31 - 1;

const EDNS: OptAnswer = {
  type: 'OPT',
  name: '.',
  /** The largest UDP response that crosses networks without fragmentation (DNS flag day 2020). */
  udpPayloadSize: 1232,
  extendedRcode: 0,
  ednsVersion: 0,
  flags: 0,
  flag_do: false,
  options: [],
};

/** Encodes a recursive query (RFC 1035 §4.1), optionally with EDNS0, for a queryable name. */
export function encodeQuery(id: number, name: string, type: RecordType, edns: boolean): Buffer {
  return encode({
    type: 'query',
    id,
    flags: RECURSION_DESIRED,
    questions: [{ name, type, class: 'IN' }],
    additionals: edns ? [EDNS] : [],
  });
}

/**
 * Decodes the response to a query. Never throws. The packet length limits the time, because
 * dns-packet follows only compression pointers that point backward.
 *
 * @param query the result of `encodeQuery`
 * @returns undefined for anything but a well-formed response to that query
 */
export function decodeReply(packet: Buffer, query: Buffer): DnsReply | undefined {
  if (packet.length < HEADER_OCTETS || packet.readUInt16BE(0) !== query.readUInt16BE(0))
    return undefined;
  const flags = packet.readUInt16BE(2);
  if ((flags & RESPONSE_BIT) === 0 || (flags & OPCODE_BITS) !== 0) return undefined;
  const rcode = flags & RCODE_BITS;
  const truncated = (flags & TRUNCATED_RESPONSE) !== 0;
  // Some servers omit the question from an error or a truncated response.
  const mayLackQuestion = truncated || !isDefinitiveRcode(rcode);
  const hasQuestion = packet.readUInt16BE(4) > 0;
  if (hasQuestion ? !repeatsQuestion(packet, query) : !mayLackQuestion) return undefined;
  // Some servers truncate a response in the middle of a record.
  if (truncated) return { ...EMPTY_REPLY, rcode, truncated };
  try {
    const decoded = decode(packet);
    // dns-packet may read beyond the end: it ignores the length of address records.
    return decode.bytes <= packet.length ? readPacket(decoded, rcode) : undefined;
  } catch {
    return undefined;
  }
}

const EMPTY_REPLY: DnsReply = {
  rcode: RCODE.noError,
  truncated: false,
  aliases: new Map(),
  mx: [],
  addresses: [],
  texts: [],
  negative: false,
  lame: false,
  ttl: undefined,
};

/** Compares octets, because dns-packet splits a label that contains a dot. Case may differ. */
function repeatsQuestion(packet: Buffer, query: Buffer): boolean {
  const end = query.indexOf(0, HEADER_OCTETS) + 1 + TYPE_AND_CLASS_OCTETS;
  const questionOf = (octets: Buffer): string => octets.toString('latin1', HEADER_OCTETS, end);
  return questionOf(packet).toLowerCase() === questionOf(query);
}

function readPacket(packet: DecodedPacket, headerRcode: number): DnsReply {
  const { questions = [], answers = [], authorities = [], additionals = [] } = packet;
  const asked = canonical(questions[0]?.name ?? '');
  const aliases = new Map<string, string>();
  const mx: (MxRecord & { owner: string })[] = [];
  const addresses: { owner: string; type: 'A' | 'AAAA'; address: string }[] = [];
  const texts: { owner: string; text: string }[] = [];
  const ttls: number[] = [];
  let answered = false;
  for (const record of answers) {
    if (record.type === 'OPT' || record.class !== 'IN') continue;
    const owner = canonical(record.name);
    if (record.type === 'MX') {
      const { preference = 0, exchange } = record.data;
      mx.push({ owner, preference, host: canonical(exchange) });
    } else if (record.type === 'A' || record.type === 'AAAA') {
      const { type, data } = record;
      if (isIP(data)) addresses.push({ owner, type, address: data });
    } else if (record.type === 'TXT' && questions[0]?.type === 'TXT') {
      texts.push({ owner, text: [record.data].flat().join('') });
    } else if (record.type === 'CNAME') {
      aliases.set(owner, canonical(record.data));
    } else {
      continue;
    }
    answered ||= owner === asked;
    ttls.push(secondsOf(record.ttl));
  }

  let negative = false;
  for (const record of authorities) {
    if (record.type !== 'SOA' || record.class !== 'IN') continue;
    negative = true;
    ttls.push(secondsOf(Math.min(record.ttl ?? 0, record.data.minimum ?? 0)));
  }

  const opt = additionals.find((record) => record.type === 'OPT');
  const rcode = headerRcode + ((opt?.extendedRcode ?? 0) << 4);
  const mayKnow = packet.flag_ra || packet.flag_aa;
  const refersElsewhere = !negative && (!mayKnow || authorities.some(({ type }) => type === 'NS'));
  const lame = rcode === RCODE.noError && !answered && (answers.length > 0 || refersElsewhere);
  const ttl = ttls.length > 0 ? Math.min(...ttls) : undefined;
  return { rcode, truncated: false, aliases, mx, addresses, texts, negative, lame, ttl };
}

/** Lowercases ASCII only (RFC 4343 §3): `toLowerCase` turns the Kelvin sign into a `k`. */
function canonical(name: string): string {
  return name === '.' ? '' : name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function secondsOf(ttl = 0): number {
  return ttl > MAX_TTL ? 0 : ttl;
}
