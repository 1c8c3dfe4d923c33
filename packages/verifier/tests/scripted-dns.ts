import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { TRUNCATED_RESPONSE, decode, encode, streamDecode, streamEncode } from 'dns-packet';
import type { Answer, Packet } from 'dns-packet';
import { listenOnFreePort } from '../../mailnet/src/dns/free-port.ts';

/** The records of a name. A name that is not in the zone does not exist. */
export interface ZoneEntry {
  MX?: readonly (readonly [preference: number, host: string])[];
  A?: readonly string[];
  AAAA?: readonly string[];
  TXT?: readonly string[];
  PTR?: readonly string[];
  CNAME?: string;
  /** A response code instead of an answer: 2 SERVFAIL, 5 REFUSED … */
  rcode?: number;
  silent?: boolean;
  /** Truncates the response over UDP; `always`: over TCP, too. */
  large?: boolean | 'always';
  /** TTL in seconds of the name's records and of denials of missing records. */
  ttl?: number;
}

export type Zone = Record<string, ZoneEntry>;

/** A control domain that every scripted server resolves, unless its zone has another entry. */
export const CONTROL_DOMAIN = 'control.test';

export interface ScriptedDns {
  port: number;
  /** Each query as `TYPE name`, with `tcp ` in front if it came over TCP. */
  asked: string[];
  /** The queries for the control domain, which `asked` leaves out. */
  controls: string[];
  close(): Promise<void>;
}

/**
 * Starts a scripted recursive server on loopback, over UDP and TCP.
 *
 * @param tamper changes the bytes of a UDP answer; null drops it
 */
export async function startScriptedDns(
  zone: Zone,
  tamper: (packet: Buffer, asked: string, query: Packet) => Buffer | null = (packet) => packet,
): Promise<ScriptedDns> {
  const asked: string[] = [];
  const controls: string[] = [];
  const note = (question: string): void =>
    void (question.endsWith(` ${CONTROL_DOMAIN}`) ? controls : asked).push(question);
  const records: Zone = { [CONTROL_DOMAIN]: { MX: [[10, `mx.${CONTROL_DOMAIN}`]] }, ...zone };
  const udp = createSocket('udp4');
  const tcp = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      const query = streamDecode(chunk);
      note(`tcp ${questionOf(query)}`);
      const answer = respond(records, query, true);
      if (answer) socket.end(streamEncode(answer));
    });
  });
  udp.on('message', (packet, { port, address }) => {
    const query = decode(packet);
    const question = questionOf(query);
    note(question);
    const answer = respond(records, query, false);
    const bytes = answer && tamper(encode(answer), question, query);
    if (bytes) udp.send(bytes, port, address);
  });
  const port = await listenOnFreePort(0, async () => {
    await once(tcp.listen(0, '127.0.0.1'), 'listening');
    const { port: free } = tcp.address() as AddressInfo;
    try {
      await once(udp.bind(free, '127.0.0.1'), 'listening');
    } catch (error) {
      await once(tcp.close(), 'close');
      throw error;
    }
    return free;
  });
  return {
    port,
    asked,
    controls,
    close: () =>
      new Promise((resolve) => {
        udp.close(() => tcp.close(() => resolve()));
      }),
  };
}

function questionOf({ questions = [] }: Packet): string {
  return `${questions[0]?.type} ${questions[0]?.name}`;
}

function respond(zone: Zone, query: Packet, overTcp: boolean): Packet | undefined {
  const question = query.questions?.[0];
  if (!question) return undefined;
  const answers: Answer[] = [];
  let { name } = question;
  let entry = zone[name.toLowerCase()];
  if (entry?.silent === true) return undefined;
  const response = { type: 'response' as const, id: query.id ?? 0, questions: [question] };
  if (entry?.rcode !== undefined) return { ...response, flags: entry.rcode };
  if (entry?.large === 'always' || (entry?.large === true && !overTcp))
    return { ...response, flags: TRUNCATED_RESPONSE };
  for (let hops = 0; entry?.CNAME !== undefined && hops < 20; hops += 1) {
    answers.push({ type: 'CNAME', name, ttl: 300, data: entry.CNAME });
    name = entry.CNAME;
    entry = zone[name];
  }
  const records = recordsOf(name, entry ?? {}, question.type);
  if (records.length > 0) return { ...response, answers: [...answers, ...records] };
  return { ...response, flags: entry ? 0 : 3, answers, authorities: [soa(entry?.ttl)] };
}

function recordsOf(name: string, entry: ZoneEntry, type: string): Answer[] {
  const ttl = entry.ttl ?? 300;
  if (type === 'MX')
    return (entry.MX ?? []).map(([preference, exchange]) => ({
      type: 'MX',
      name,
      ttl,
      data: { preference, exchange },
    }));
  if (type === 'A' || type === 'AAAA' || type === 'TXT' || type === 'PTR')
    return (entry[type] ?? []).map((data) => ({ type, name, ttl, data }));
  return [];
}

function soa(minimum = 60): Answer {
  const data = { mname: 'ns.test', rname: 'root.test', serial: 1, minimum };
  return { type: 'SOA', name: 'test', ttl: 3600, data };
}
