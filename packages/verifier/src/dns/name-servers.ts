import { Buffer } from 'node:buffer';
import { connect } from 'node:net';
import { addAbortSignal } from 'node:stream';
import {
  RCODE,
  encodeQuery,
  isDefinitiveRcode,
  formatRcode,
  type DnsReply,
  type RecordType,
  decodeReply,
} from './message.ts';
import { openUdpChannel, randomQueryId, type NoReply, type UdpChannel } from './udp-channel.ts';
import type { CircuitBreaker } from '../flow/circuit-breaker.ts';
import { createSemaphore } from '../flow/semaphore.ts';
import type { Limits } from '../model/limits.ts';
import type { Counters, HostPort } from '../model/types.ts';

/** Sends the result of `encodeQuery` over TCP (RFC 7766), for a response too large for UDP. */
async function queryOverTcp(
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

export interface NameServers {
  /** @returns a reply about the name, or the reason why there is none */
  ask(name: string, type: RecordType, breaker: CircuitBreaker): Promise<DnsReply | string>;
  /** Whether any server currently responds to a query for the name, with any response code. */
  replies(name: string): Promise<boolean>;
  close(): void;
}

export const RESOLVERS_UNREACHABLE = 'resolvers unreachable';
const MAX_TXT_IN_FLIGHT = 64;
/** RFC 6891 §7. SERVFAIL is not included, because it mostly has another cause. */
const NO_EDNS_RCODES: ReadonlySet<number> = new Set([RCODE.formErr, RCODE.notImp]);

/** Queries servers in turn over UDP, and over TCP if a response is truncated. */
export function createNameServers(
  servers: readonly HostPort[],
  limits: Limits,
  random: () => number,
  counters: Counters['dns'],
): NameServers {
  const channels: (UdpChannel | undefined)[] = [];
  const withoutEdns = new Set<number>();
  const queries = createSemaphore(limits.dnsInFlight);
  /** A separate limit, so that slow TXT queries do not delay the lookup of a mail host. */
  const texts = createSemaphore(MAX_TXT_IN_FLIGHT);
  /** Index of the server to query first. Skips silent servers, which cost each query a timeout. */
  let first = 0;
  let closed = false;

  async function askInTurn(
    name: string,
    type: RecordType,
    breaker: CircuitBreaker,
  ): Promise<DnsReply | string> {
    let failure = 'no resolver configured';
    let replied = false;
    const firstIndex = first;
    for (let attempt = 0; attempt < limits.dnsAttempts && servers.length > 0; attempt += 1) {
      // A server would repeat its reply, so a second round helps only if none replied.
      if (replied && attempt >= servers.length) break;
      if (attempt === 0) counters.queries += 1;
      else counters.retries += 1;
      const index = (firstIndex + attempt) % servers.length;
      const reply = await askServer(index, name, type);
      if (typeof reply === 'string') {
        if (index === first) first = (index + 1) % servers.length;
        failure = reply;
        continue;
      }
      replied = true;
      breaker.succeeded();
      const aboutName = isDefinitiveRcode(reply.rcode);
      if (aboutName && !reply.lame) return reply;
      failure = aboutName ? 'lame response' : formatRcode(reply.rcode);
    }
    if (!replied) breaker.failed(`${type} ${name}`);
    return failure;
  }

  async function askServer(
    index: number,
    name: string,
    type: RecordType,
  ): Promise<DnsReply | NoReply> {
    const server = servers[index];
    if (!server || closed) return 'unreachable';
    const channel = (channels[index] ??= openUdpChannel(server, random));
    let edns = !withoutEdns.has(index);
    let reply = await channel.ask(name, type, edns, limits.dnsTimeoutMs);
    if (edns && typeof reply !== 'string' && NO_EDNS_RCODES.has(reply.rcode)) {
      withoutEdns.add(index);
      edns = false;
      counters.retries += 1;
      reply = await channel.ask(name, type, false, limits.dnsTimeoutMs);
    }
    if (typeof reply === 'string' || !reply.truncated) return reply;
    counters.tcpFallbacks += 1;
    return queryOverTcp(
      server,
      encodeQuery(randomQueryId(random), name, type, edns),
      limits.dnsTimeoutMs,
    );
  }

  return {
    async ask(name, type, breaker) {
      if (!isQueryable(name)) return 'name does not fit into a query';
      const semaphore = type === 'TXT' ? texts : queries;
      await semaphore.acquire();
      try {
        return breaker.allows() ? await askInTurn(name, type, breaker) : RESOLVERS_UNREACHABLE;
      } finally {
        semaphore.release();
      }
    },
    async replies(name) {
      for (const index of servers.keys())
        if (typeof (await askServer(index, name, 'MX')) !== 'string') return true;
      return false;
    },
    close() {
      closed = true;
      for (const channel of channels) channel?.close();
      channels.length = 0;
    },
  };
}

/** Whether a name fits into a query (RFC 1035 §2.3.4). A name from a response may not. */
export function isQueryable(name: string): boolean {
  return name.length <= 253 && /^(?:[\w-]{1,63}\.)*[\w-]{1,63}$/.test(name);
}
