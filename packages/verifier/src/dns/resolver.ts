import { RCODE, type DnsReply, type MxRecord, type RecordType } from './message.ts';
import {
  FAILURE_TTL_SECONDS,
  RESOLVERS_UNREACHABLE,
  createNameServers,
  type NameServers,
  type NameServersDeps,
} from './name-servers.ts';
import type { CircuitBreaker } from '../flow/circuit-breaker.ts';
import { getOrCreate } from '../flow/get-or-create.ts';
import { createTtlCache } from '../flow/ttl-cache.ts';
import type { Counters } from '../model/types.ts';

/** The answer for one name and type. `failed` is about DNS and says nothing about the name. */
type LookupResult =
  | {
      kind: 'found';
      mx: readonly MxRecord[];
      addresses: readonly string[];
      texts: readonly string[];
    }
  | { kind: 'nxdomain' }
  | { kind: 'nodata' }
  | { kind: 'failed'; why: string };

/**
 * `timeScale` divides the time for which a failure is cached, because it also shortens the delay
 * before a retry, which needs a new lookup.
 */
interface Dependencies extends NameServersDeps {
  breaker: CircuitBreaker;
}

/** Ensures that a run queries each name only once, even if its TTL is zero. */
const MIN_TTL_SECONDS = 5;
const MAX_TTL_SECONDS = 86_400;
const MAX_NEGATIVE_TTL_SECONDS = 900;
/** Maximum names with cached TXT records. Small, because domains keep the parsed value. */
const TXT_CACHE_SIZE = 4_096;

export interface Resolver {
  counters: Counters['dns'];
  /**
   * Looks up a lowercase A-label name. Never rejects. Pass one breaker per run, so that failures in
   * one run do not affect another.
   */
  lookup(name: string, type: RecordType, breaker?: CircuitBreaker): Promise<LookupResult>;
  resolvesControl: NameServers['resolvesControl'];
  close(): void;
}

/**
 * Queries recursive servers in turn and caches the answers for their TTL. Callers that ask for the
 * same record at the same time share one query. Node's `dns.resolveMx` would hide the TTL and the
 * response code.
 */
export function createResolver(deps: Dependencies): Resolver {
  const { limits, now, timeScale } = deps;
  const counters: Counters['dns'] = { queries: 0, retries: 0, tcpFallbacks: 0, cached: 0 };
  /** One cache per record type, so that the keys are just the names. */
  const caches = {
    MX: createCache(),
    A: createCache(),
    AAAA: createCache(),
    TXT: createCache(TXT_CACHE_SIZE),
  };
  const servers = createNameServers(deps, counters);

  function createCache(names = limits.dnsCache) {
    return {
      answers: createTtlCache<LookupResult>(names, now),
      pending: new Map<string, Promise<LookupResult>>(),
    };
  }

  function lookup(name: string, type: RecordType, breaker = deps.breaker): Promise<LookupResult> {
    const { answers, pending } = caches[type];
    const cached = answers.get(name);
    if (cached) {
      counters.cached += 1;
      return Promise.resolve(cached);
    }
    return getOrCreate(pending, name, () =>
      resolve(name, type, breaker).finally(() => pending.delete(name)),
    );
  }

  async function resolve(
    name: string,
    type: RecordType,
    breaker: CircuitBreaker,
  ): Promise<LookupResult> {
    const { result, ttl } = await followAliases(name, type, breaker);
    caches[type].answers.set(name, result, ttl);
    return result;
  }

  /**
   * Follows aliases within a response, and sends another query if the server did not follow them. A
   * loop or a chain that is too long is a failure and says nothing about the name: other resolvers
   * follow longer chains, and a cache may mix old and new parts of a zone that was just edited.
   */
  async function followAliases(
    name: string,
    type: RecordType,
    breaker: CircuitBreaker,
  ): Promise<{ result: LookupResult; ttl: number }> {
    let current = name;
    let ttl = MAX_TTL_SECONDS;
    for (let hops = 0; hops <= limits.cnameHops;) {
      const reply = await servers.ask(current, type, breaker);
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
      if (result) return { result, ttl: Math.max(MIN_TTL_SECONDS, ttl) };
      if (current === asked || reply.negative)
        return { result: { kind: 'nodata' }, ttl: negativeTtl(ttl) };
    }
    return failure('too many aliases', timeScale);
  }

  return {
    counters,
    lookup,
    resolvesControl: servers.resolvesControl,
    close: servers.close,
  };
}

function recordsOf(reply: DnsReply, owner: string, type: RecordType): LookupResult | undefined {
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

function failure(why: string, timeScale: number): { result: LookupResult; ttl: number } {
  // A lookup that one run's breaker prevented is not an answer for other runs.
  const ttl = why === RESOLVERS_UNREACHABLE ? 0 : FAILURE_TTL_SECONDS / timeScale;
  return { result: { kind: 'failed', why }, ttl };
}

function negativeTtl(ttl: number): number {
  return Math.min(MAX_NEGATIVE_TTL_SECONDS, Math.max(MIN_TTL_SECONDS, ttl));
}
