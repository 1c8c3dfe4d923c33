import { isIPv6 } from 'node:net';
import {
  decode,
  encode,
  RECURSION_AVAILABLE,
  RECURSION_DESIRED,
  TRUNCATED_RESPONSE,
  type DecodedPacket,
  type OptAnswer,
  type Packet,
  type Answer,
} from 'dns-packet';
import type { Stats, Transport } from '../net/stats.ts';
import { type SimulatedInternet, hasDmarc } from '../net/simulated-internet.ts';
import { mxRecordsOf, domainAddressOf, hostRecordsOf } from '../net/mail-hosts.ts';

interface Resolution {
  code: 'NOERROR' | 'NXDOMAIN' | 'SERVFAIL';
  answers: readonly Answer[];
}

/** TXT records that a test or a person has published, or how queries for the name fail. */
export type Texts = readonly string[] | 'failing' | 'silent';

const TTL_SECONDS = 300;
/** Maximum length of one string in a TXT record (RFC 1035 §3.3.14). */
const MAX_STRING_OCTETS = 255;
const MAX_ALIASES = 8;

const DMARC = '_dmarc.';

const noData: Resolution = { code: 'NOERROR', answers: [] };
const nxDomain: Resolution = { code: 'NXDOMAIN', answers: [] };

function resolveTexts(texts: Texts, name: string, type: string): Resolution | undefined {
  if (texts === 'silent') return undefined;
  if (texts === 'failing') return { code: 'SERVFAIL', answers: [] };
  if (type !== 'TXT') return noData;
  const answers = texts.map((text): Answer => {
    const octets = Buffer.from(text);
    const strings = Array.from({ length: Math.ceil(octets.length / MAX_STRING_OCTETS) }, (_, at) =>
      octets.subarray(at * MAX_STRING_OCTETS, (at + 1) * MAX_STRING_OCTETS),
    );
    // The TTL is 0, because the next call may change the records.
    return { type, name, ttl: 0, data: strings };
  });
  return { code: 'NOERROR', answers };
}

/**
 * Returns `undefined` if the server does not respond.
 * @param name in lower case, without the trailing dot
 */
function resolveName(world: SimulatedInternet, name: string, type: string): Resolution | undefined {
  const domain = world.named(name.startsWith(DMARC) ? name.slice(DMARC.length) : name);
  if (!domain) return resolveHost(world, name, type);
  const { zone } = domain.variant;
  if (zone === 'silent') return undefined;
  if (zone === 'failing') return { code: 'SERVFAIL', answers: [] };
  if (zone === 'nonexistent') return nxDomain;
  if (name !== domain.name) {
    if (!hasDmarc(domain)) return nxDomain;
    const data = 'v=DMARC1; p=none';
    const record: Answer = { type: 'TXT', name, ttl: TTL_SECONDS, data };
    return { code: 'NOERROR', answers: type === 'TXT' ? [record] : [] };
  }
  if (type === 'MX') {
    const exchanges = mxRecordsOf(domain).map(({ preference, name: exchange }): Answer => ({
      type: 'MX',
      name,
      ttl: TTL_SECONDS,
      data: { preference, exchange: exchange || '.' },
    }));
    return { code: 'NOERROR', answers: exchanges };
  }
  const site = domainAddressOf(domain);
  return site ? { code: 'NOERROR', answers: addressRecords(name, type, [site]) } : noData;
}

function resolveHost(world: SimulatedInternet, name: string, type: string): Resolution {
  const answers: Answer[] = [];
  let current = name;
  for (let hop = 0; hop < MAX_ALIASES; hop++) {
    const target = hostRecordsOf(world, current);
    if (!target) return { code: answers.length > 0 ? 'NOERROR' : 'NXDOMAIN', answers };
    if ('addresses' in target) {
      answers.push(...addressRecords(current, type, target.addresses));
      break;
    }
    answers.push({ type: 'CNAME', name: current, ttl: TTL_SECONDS, data: target.alias });
    if (type === 'CNAME') break;
    current = target.alias;
  }
  return { code: 'NOERROR', answers };
}

const addressRecords = (name: string, type: string, addresses: readonly string[]): Answer[] =>
  addresses
    .map((data): Answer => ({ type: isIPv6(data) ? 'AAAA' : 'A', name, ttl: TTL_SECONDS, data }))
    .filter((record) => record.type === type);

/** The SOA record in every negative response, which sets its caching time (RFC 2308). */
const SOA: Answer = {
  type: 'SOA',
  name: 'test',
  ttl: TTL_SECONDS,
  data: {
    mname: 'ns.mailnet.test',
    rname: 'hostmaster.mailnet.test',
    serial: 1,
    refresh: 3600,
    retry: 600,
    expire: 86_400,
    minimum: TTL_SECONDS,
  },
};

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

/** @param texts TXT records to add to the simulation, by name in lower case */
export function createDnsResponder(
  world: SimulatedInternet,
  stats: Stats,
  texts: ReadonlyMap<string, Texts> = new Map(),
): DnsResponder {
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
    const published = texts.get(name);
    const resolution = published
      ? resolveTexts(published, name, type)
      : resolveName(world, name, type);
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
