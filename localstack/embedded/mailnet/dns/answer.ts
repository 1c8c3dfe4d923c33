import { decode, encode, RECURSION_AVAILABLE } from 'dns-packet';
import type { DecodedPacket, OptAnswer, Question } from 'dns-packet';
import type { Stats, Transport } from '../stats.ts';
import type { World } from '../world.ts';
import { resolve, SOA } from './zone.ts';
import type { Resolution } from './zone.ts';

/** What we say we take in one datagram, and the most we ever send: no fragments on any path. */
const OUR_PAYLOAD = 1232;
const PLAIN_PAYLOAD = 512;
const HEADER = 12;
const CODES = { NOERROR: 0, FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5 } as const;
const CACHE_ENTRIES = 50_000;

const OPT: OptAnswer = {
  type: 'OPT',
  name: '.',
  udpPayloadSize: OUR_PAYLOAD,
  extendedRcode: 0,
  ednsVersion: 0,
  flags: 0,
  flag_do: false,
  options: [],
};

interface Prepared {
  /** Absent where there is never an answer. */
  packet?: Buffer;
  /** SERVFAIL, or no answer. */
  failed: boolean;
}

/** Answers questions on the wire; what was encoded once is kept. */
export class Answerer {
  readonly #world: World;
  readonly #stats: Stats;
  readonly #cache = new Map<string, Prepared>();

  constructor(world: World, stats: Stats) {
    this.#world = world;
    this.#stats = stats;
  }

  /** The response to a query, `undefined` if it is not to be answered at all. */
  answer(query: Buffer, transport: Transport): Buffer | undefined {
    if (query.length < HEADER || query.readUInt8(2) & 0x80) return undefined;
    if (query.readUInt8(2) & 0x78) return refusal(query, 'NOTIMP');
    let decoded: DecodedPacket;
    try {
      decoded = decode(query);
    } catch {
      return refusal(query, 'FORMERR');
    }
    const [question, ...others] = decoded.questions ?? [];
    if (!question || others.length > 0) return refusal(query, 'FORMERR');
    if (question.class !== 'IN') return refusal(query, 'REFUSED');

    const name = question.name.toLowerCase();
    const option = decoded.additionals?.find((record) => record.type === 'OPT');
    const { packet, failed } = this.#prepare(name, question.type, option !== undefined);
    this.#stats.question(name, question.type, transport, failed);
    if (!packet) return undefined;
    const theirs = option?.udpPayloadSize ?? PLAIN_PAYLOAD;
    const limit = Math.min(Math.max(theirs, PLAIN_PAYLOAD), OUR_PAYLOAD);
    return addressed(packet, query, transport === 'tcp' ? Infinity : limit);
  }

  #prepare(name: string, type: Question['type'], edns: boolean): Prepared {
    const key = `${type} ${edns ? '+' : '-'} ${name}`;
    const known = this.#cache.get(key);
    if (known) return known;
    const resolution = resolve(this.#world, name, type);
    const prepared: Prepared = resolution
      ? encoded(name, type, edns, resolution)
      : { failed: true };
    if (this.#cache.size >= CACHE_ENTRIES) this.#cache.clear();
    this.#cache.set(key, prepared);
    return prepared;
  }
}

function encoded(
  name: string,
  type: Question['type'],
  edns: boolean,
  { code, answers }: Resolution,
): Prepared {
  const found = answers.some((answer) => answer.type === type);
  const failed = code === 'SERVFAIL';
  const packet = encode({
    type: 'response',
    flags: RECURSION_AVAILABLE | CODES[code],
    questions: [{ type, name }],
    answers: [...answers],
    authorities: found || failed ? [] : [SOA],
    additionals: edns ? [OPT] : [],
  });
  return { packet, failed };
}

/**
 * A copy of a prepared packet with the query's id, its RD bit and its spelling of the name; only
 * header, question and the TC bit where it would be longer than `limit`.
 */
function addressed(packet: Buffer, query: Buffer, limit: number): Buffer {
  const question = questionLength(query);
  const whole = packet.length <= limit;
  const response = Buffer.from(whole ? packet : packet.subarray(0, HEADER + question));
  query.copy(response, 0, 0, 2);
  query.copy(response, HEADER, HEADER, HEADER + question);
  response.writeUInt8(response.readUInt8(2) | (query.readUInt8(2) & 0x01) | (whole ? 0 : 0x02), 2);
  if (!whole) response.fill(0, 6, HEADER);
  return response;
}

/** Octets of the first question: labels, the root, type and class. */
function questionLength(query: Buffer): number {
  let at = HEADER;
  while (at < query.length && query.readUInt8(at) > 0) at += query.readUInt8(at) + 1;
  return at + 5 - HEADER;
}

function refusal(query: Buffer, code: keyof typeof CODES): Buffer {
  const response = Buffer.alloc(HEADER);
  query.copy(response, 0, 0, 4);
  response.writeUInt8(query.readUInt8(2) | 0x80, 2);
  response.writeUInt8(CODES[code], 3);
  return response;
}
