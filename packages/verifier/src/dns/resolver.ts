import { RCODE, encodeQuery, isAboutName, nameOfRcode } from './message.ts';
import type { DnsReply, MxRecord, RecordKind } from './message.ts';
import { askOverTcp } from './tcp-exchange.ts';
import { openUdpChannel, randomId, type NoReply, type UdpChannel } from './udp-channel.ts';
import type { Breaker } from '../flow/breaker.ts';
import { createTtlCache } from '../flow/ttl-cache.ts';
import type { Limits } from '../model/limits.ts';
import { createSemaphore } from '../flow/semaphore.ts';
import type { Counters, HostPort, VerifierConfig } from '../model/types.ts';

/** The answer for one name and type. `failed` is about DNS and says nothing about the name. */
type Lookup =
  | {
      kind: 'found';
      mx: readonly MxRecord[];
      addresses: readonly string[];
      texts: readonly string[];
    }
  | { kind: 'nxdomain' }
  | { kind: 'nodata' }
  | { kind: 'failed'; why: string };

/** `timeScale` divides how long a failure is cached, as it divides the time to the next attempt. */
interface Dependencies extends Pick<VerifierConfig, 'now' | 'random' | 'timeScale'> {
  servers: readonly HostPort[];
  limits: Limits;
  /** For lookups that bring none of their own. */
  breaker: Breaker;
}

/**
 * Seconds for which answers are cached: at least so long that a run does not ask twice, at most a
 * day. Failures are cached for a short time only (RFC 2308 §7).
 */
const MIN_TTL = 5;
const MAX_TTL = 86_400;
const MAX_NEGATIVE_TTL = 900;
const FAILURE_TTL = 30;
const OUT_OF_REACH = 'resolvers out of reach';
/** Texts that are cached: what is read of them is kept with their domain. */
const TXT_CACHE = 4_096;
const TXT_IN_FLIGHT = 64;

/**
 * Asks recursive servers in turn and caches the answers for their TTL. Callers that ask for the
 * same record at the same time share one query. `dns.resolveMx` would hide the TTL and the response
 * code.
 */
export function createResolver(deps: Dependencies) {
  const { servers, limits, now, random, timeScale } = deps;
  const counters: Counters['dns'] = { queries: 0, retries: 0, tcpFallbacks: 0, cached: 0 };
  /** By record type, so that the keys are the names themselves. */
  const caches = {
    MX: createCache(),
    A: createCache(),
    AAAA: createCache(),
    TXT: createCache(TXT_CACHE),
  };
  const channels: (UdpChannel | undefined)[] = [];
  const withoutEdns = new Set<number>();
  const queries = createSemaphore(limits.dnsInFlight);
  /** Turns of their own, so that name servers which are silent about texts delay no mail host. */
  const texts = createSemaphore(TXT_IN_FLIGHT);
  /** The server that is asked first: one that was silent last costs each name a time-out. */
  let first = 0;
  let closed = false;

  function createCache(names = limits.dnsCache) {
    return {
      answers: createTtlCache<Lookup>(names, now),
      pending: new Map<string, Promise<Lookup>>(),
    };
  }

  function lookup(name: string, type: RecordKind, breaker = deps.breaker): Promise<Lookup> {
    const { answers, pending } = caches[type];
    const known = answers.get(name);
    if (known) {
      counters.cached += 1;
      return Promise.resolve(known);
    }
    let answer = pending.get(name);
    if (!answer) {
      answer = resolve(name, type, breaker).finally(() => pending.delete(name));
      pending.set(name, answer);
    }
    return answer;
  }

  async function resolve(name: string, type: RecordKind, breaker: Breaker): Promise<Lookup> {
    const { result, ttl } = await followAliases(name, type, breaker);
    caches[type].answers.set(name, result, ttl);
    return result;
  }

  /**
   * Follows aliases within a response, and asks again where the server did not follow them. A chain
   * that is too long, or a loop, is a failure and says nothing about the name: other resolvers
   * follow longer chains, and a cache may hold an old and a new half of a zone that was just
   * edited.
   */
  async function followAliases(
    name: string,
    type: RecordKind,
    breaker: Breaker,
  ): Promise<{ result: Lookup; ttl: number }> {
    let current = name;
    let ttl = MAX_TTL;
    for (let hops = 0; hops <= limits.cnameHops;) {
      const reply = await askServers(current, type, breaker);
      if (typeof reply === 'string') return failure(reply, timeScale);
      ttl = Math.min(ttl, reply.ttl ?? 0);
      const asked = current;
      let target = reply.aliases.get(current);
      while (target !== undefined && hops <= limits.cnameHops) {
        current = target;
        hops += 1;
        target = reply.aliases.get(current);
      }
      if (hops > limits.cnameHops) break;
      if (reply.rcode === RCODE.nxDomain)
        return { result: { kind: 'nxdomain' }, ttl: negativeTtl(ttl) };
      const result = recordsOf(reply, current, type);
      if (result) return { result, ttl: Math.max(MIN_TTL, ttl) };
      if (current === asked || reply.negative)
        return { result: { kind: 'nodata' }, ttl: negativeTtl(ttl) };
    }
    return failure('too many aliases', timeScale);
  }

  /** @returns a reply that is about the name, or why there is none */
  async function askServers(
    name: string,
    type: RecordKind,
    breaker: Breaker,
  ): Promise<DnsReply | string> {
    if (!isQueryable(name)) return 'name cannot be asked for';
    const turns = type === 'TXT' ? texts : queries;
    await turns.acquire();
    try {
      return breaker.allows() ? await askInTurn(name, type, breaker) : OUT_OF_REACH;
    } finally {
      turns.release();
    }
  }

  async function askInTurn(
    name: string,
    type: RecordKind,
    breaker: Breaker,
  ): Promise<DnsReply | string> {
    let failed = 'no resolver configured';
    let replied = false;
    const begin = first;
    for (let attempt = 0; attempt < limits.dnsAttempts && servers.length > 0; attempt += 1) {
      // A server that replied will reply the same again; only one that did not is asked twice.
      if (replied && attempt >= servers.length) break;
      if (attempt === 0) counters.queries += 1;
      else counters.retries += 1;
      const index = (begin + attempt) % servers.length;
      const reply = await askServer(index, name, type);
      if (typeof reply === 'string') {
        if (index === first) first = (index + 1) % servers.length;
        failed = reply;
        continue;
      }
      replied = true;
      breaker.succeeded();
      const aboutName = isAboutName(reply.rcode);
      if (aboutName && !reply.lame) return reply;
      failed = aboutName ? 'lame response' : nameOfRcode(reply.rcode);
    }
    if (!replied) breaker.failed(`${type} ${name}`);
    return failed;
  }

  async function askServer(
    index: number,
    name: string,
    type: RecordKind,
  ): Promise<DnsReply | NoReply> {
    const server = servers[index];
    if (!server || closed) return 'unreachable';
    const channel = (channels[index] ??= openUdpChannel(server, random));
    let edns = !withoutEdns.has(index);
    let reply = await channel.ask(name, type, edns, limits.dnsTimeoutMs);
    if (edns && typeof reply !== 'string' && LACKS_EDNS.has(reply.rcode)) {
      withoutEdns.add(index);
      edns = false;
      counters.retries += 1;
      reply = await channel.ask(name, type, false, limits.dnsTimeoutMs);
    }
    if (typeof reply === 'string' || !reply.truncated) return reply;
    counters.tcpFallbacks += 1;
    return askOverTcp(server, encodeQuery(randomId(random), name, type, edns), limits.dnsTimeoutMs);
  }

  return {
    counters,
    /**
     * Never rejects. `name` in its A-label form, lower case, without a final dot. The breaker of a
     * run keeps what fails for one customer from the others.
     */
    lookup,
    /** Whether a server replies about a name now, whatever it replies. */
    async replies(name: string): Promise<boolean> {
      for (const index of servers.keys())
        if (typeof (await askServer(index, name, 'MX')) !== 'string') return true;
      return false;
    },
    close(): void {
      closed = true;
      for (const channel of channels) channel?.close();
      channels.length = 0;
    },
  };
}

export type Resolver = ReturnType<typeof createResolver>;

/** The reply of servers that do not know EDNS (RFC 6891 §7). SERVFAIL mostly has another cause. */
const LACKS_EDNS: ReadonlySet<number> = new Set([RCODE.formErr, RCODE.notImp]);

function recordsOf(reply: DnsReply, owner: string, type: RecordKind): Lookup | undefined {
  const isOf = (record: { owner: string }): boolean => record.owner === owner;
  const mx = type === 'MX' ? reply.mx.filter(isOf) : [];
  const texts = type === 'TXT' ? reply.texts.filter(isOf) : [];
  const addresses = reply.addresses.filter((record) => record.type === type && isOf(record));
  if (mx.length + texts.length + addresses.length === 0) return undefined;
  return {
    kind: 'found',
    mx: mx.map(({ preference, host }) => ({ preference, host })),
    addresses: addresses.map(({ address }) => address),
    texts: texts.map(({ text }) => text),
  };
}

function failure(why: string, timeScale: number): { result: Lookup; ttl: number } {
  // What one run does not even try is no answer for the others.
  const ttl = why === OUT_OF_REACH ? 0 : FAILURE_TTL / timeScale;
  return { result: { kind: 'failed', why }, ttl };
}

function negativeTtl(ttl: number): number {
  return Math.min(MAX_NEGATIVE_TTL, Math.max(MIN_TTL, ttl));
}

/** Whether a name fits into a query (RFC 1035 §2.3.4). A name from a response may not. */
export function isQueryable(name: string): boolean {
  return name.length <= 253 && /^(?:[\w-]{1,63}\.)*[\w-]{1,63}$/.test(name);
}
