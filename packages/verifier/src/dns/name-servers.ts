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
import { startTimeLimit } from '../flow/time-limit.ts';
import type { Limits } from '../model/limits.ts';
import type { Counters, HostPort, VerifierConfig } from '../model/types.ts';

/** Sends the result of `encodeQuery` over TCP (RFC 7766), for a response too large for UDP. */
async function queryOverTcp(
  server: HostPort,
  query: Buffer,
  timeoutMs: number,
): Promise<DnsReply | NoReply> {
  const late = new AbortController();
  const limit = startTimeLimit(timeoutMs, () => late.abort());
  const socket = connect({ host: server.host, port: server.port, noDelay: true });
  const length = Buffer.alloc(2);
  length.writeUInt16BE(query.length);
  socket.write(Buffer.concat([length, query]));
  let received = Buffer.alloc(0);
  try {
    for await (const chunk of addAbortSignal(late.signal, socket)) {
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
    return late.signal.aborted ? 'timeout' : 'unreachable';
  } finally {
    limit.stop();
  }
}

export interface NameServers {
  /** @returns a reply about the name, or the reason why there is none */
  ask(name: string, type: RecordType, breaker: CircuitBreaker): Promise<DnsReply | string>;
  /** Whether a server currently resolves a control domain. */
  resolvesControl(): Promise<boolean>;
  close(): void;
}

export interface NameServersDeps extends Pick<
  VerifierConfig,
  'now' | 'random' | 'timeScale' | 'controls'
> {
  servers: readonly HostPort[];
  limits: Limits;
}

export const RESOLVERS_UNREACHABLE = 'resolvers unreachable';
/** Short, because a failure is often temporary. RFC 2308 §7 permits at most five minutes. */
export const FAILURE_TTL_SECONDS = 30;
const MAX_TXT_IN_FLIGHT = 64;
/**
 * Response codes of servers without EDNS (RFC 6891 §7). SERVFAIL is not included, because it mostly
 * has another cause.
 */
const NO_EDNS_RCODES: ReadonlySet<number> = new Set([RCODE.formErr, RCODE.notImp]);

/**
 * Whether a reply denies the name or the record. A reply with only an alias does not, because its
 * target is queried next.
 */
function isNegative(reply: DnsReply, type: RecordType): boolean {
  if (reply.rcode === RCODE.nxDomain) return true;
  const { mx, addresses, texts, aliases, negative } = reply;
  const records = { MX: mx, A: addresses, AAAA: addresses, TXT: texts }[type];
  return records.length === 0 && (negative || aliases.size === 0);
}

/**
 * Queries servers in turn over UDP, and over TCP if a response is truncated. A server that denies a
 * name or its mail hosts is trusted only if it resolves a control domain, because some forwarders
 * and captive portals deny everything.
 */
export function createNameServers(deps: NameServersDeps, counters: Counters['dns']): NameServers {
  const { servers, limits, now, random, timeScale } = deps;
  const controls = deps.controls?.filter(isQueryable) ?? [];
  const channels: (UdpChannel | undefined)[] = [];
  /** Whether each server supports EDNS0, if known. */
  const supportsEdns: (boolean | undefined)[] = [];
  /** Whether each server resolves a control domain, and until when this result is valid. */
  const proofs: { isFound: Promise<boolean>; until: number }[] = [];
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
      // Some servers and firewalls drop queries with EDNS0 (RFC 8906).
      const mayUseEdns =
        attempt === 0 || (attempt < servers.length && attempt < limits.dnsAttempts - 1);
      const reply = await askServer(index, name, type, mayUseEdns);
      if (typeof reply === 'string') {
        if (index === first) first = (index + 1) % servers.length;
        failure = reply;
        continue;
      }
      replied = true;
      const fault = await faultOf(reply, index, type);
      if (fault === undefined) {
        // While the breaker is open, a denial does not close it, although the server has just
        // resolved a control domain.
        if (!isNegative(reply, type) || breaker.isOpen()) breaker.succeeded();
        else breaker.failed(name);
        return reply;
      }
      failure = fault;
    }
    breaker.failed(name);
    return failure;
  }

  async function askServer(
    index: number,
    name: string,
    type: RecordType,
    mayUseEdns = true,
  ): Promise<DnsReply | NoReply> {
    const server = servers[index];
    if (!server || closed) return 'unreachable';
    const channel = (channels[index] ??= openUdpChannel(server, random));
    let edns = supportsEdns[index] ?? mayUseEdns;
    let reply = await channel.ask(name, type, edns, limits.dnsTimeoutMs);
    if (edns && typeof reply !== 'string' && NO_EDNS_RCODES.has(reply.rcode)) {
      supportsEdns[index] = false;
      edns = false;
      counters.retries += 1;
      reply = await channel.ask(name, type, false, limits.dnsTimeoutMs);
    }
    if (typeof reply === 'string') return reply;
    supportsEdns[index] ??= edns;
    if (!reply.truncated) return reply;
    counters.tcpFallbacks += 1;
    return queryOverTcp(
      server,
      encodeQuery(randomQueryId(random), name, type, edns),
      limits.dnsTimeoutMs,
    );
  }

  /** @returns why a reply must not be trusted; undefined if it may be */
  async function faultOf(
    reply: DnsReply,
    index: number,
    type: RecordType,
  ): Promise<string | undefined> {
    if (!isDefinitiveRcode(reply.rcode)) return formatRcode(reply.rcode);
    if (reply.lame) return 'lame response';
    // A missing TXT record does not make an address undeliverable.
    const isEvidence = type === 'TXT' || !isNegative(reply, type) || (await isProven(index));
    return isEvidence ? undefined : 'the resolver finds no control domain';
  }

  /** Whether a server resolves a control domain. All queries share one test. */
  function isProven(index: number): Promise<boolean> {
    const proof = proofs[index];
    return proof && now() < proof.until ? proof.isFound : prove(index);
  }

  /** Tests a server within the caller's share of the queries in flight. */
  async function prove(index: number): Promise<boolean> {
    const isFound = findsControl(index);
    proofs[index] = { isFound, until: Number.POSITIVE_INFINITY };
    if (await isFound) return true;
    proofs[index] = { isFound, until: now() + (FAILURE_TTL_SECONDS * 1000) / timeScale };
    return false;
  }

  async function findsControl(index: number): Promise<boolean> {
    for (const control of controls) {
      counters.queries += 1;
      const reply = await askServer(index, control, 'MX');
      if (typeof reply !== 'string' && reply.mx.length > 0) return true;
    }
    return false;
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
    async resolvesControl() {
      // Goes ahead of all waiting lookups, which fail one by one during an outage.
      await queries.acquire(-1);
      try {
        for (const index of servers.keys()) if (await prove(index)) return true;
        return false;
      } finally {
        queries.release();
      }
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
