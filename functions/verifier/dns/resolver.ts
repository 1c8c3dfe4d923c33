import { RCODE, saysOfName } from './message.ts';
import type { DnsReply, MxRecord, RecordKind } from './message.ts';
import { askOverTcp } from './tcp-exchange.ts';
import { openUdpChannel } from './udp-channel.ts';
import type { Lost, UdpChannel } from './udp-channel.ts';
import type { Breaker } from '../breaker.ts';
import { createTtlCache } from '../facts/ttl-cache.ts';
import type { Limits } from '../limits.ts';
import type { Counters, HostPort } from '../types.ts';

/** What is known of one name and type. `failed` says nothing about the name, only about DNS. */
type Lookup =
  | { kind: 'found'; mx: readonly MxRecord[]; addresses: readonly string[] }
  | { kind: 'nxdomain' }
  | { kind: 'nodata' }
  | { kind: 'failed'; why: string };

export interface Resolver {
  readonly counters: Counters['dns'];
  /** Never rejects. `name` in its A-label form, lower case, without a final dot. */
  lookup(name: string, type: RecordKind): Promise<Lookup>;
  close(): void;
}

interface Dependencies {
  servers: readonly HostPort[];
  limits: Limits;
  breaker: Breaker;
  now: () => number;
  random: () => number;
}

/**
 * Seconds for which answers are remembered at least, so that a run need not ask twice within a
 * breath, and at most; failures only briefly (RFC 2308 §7).
 */
const MIN_TTL = 5;
const MAX_TTL = 86_400;
const MAX_NEGATIVE_TTL = 900;
const FAILURE_TTL = 30;

/**
 * Asks recursive servers in turn and remembers the answers for their TTL. Questions that are on
 * their way are shared. `dns.resolveMx` would hide the TTL and the response code.
 */
export function createResolver(deps: Dependencies): Resolver {
  const { servers, limits, breaker, now, random } = deps;
  const counters: Counters['dns'] = { queries: 0, retries: 0, tcpFallbacks: 0, cached: 0 };
  /** By type, so that names alone are the keys. */
  const memories = { MX: createMemory(), A: createMemory(), AAAA: createMemory() };
  const channels: (UdpChannel | undefined)[] = [];
  const withoutEdns = new Set<number>();
  const waiting: (() => void)[] = [];
  let asking = 0;

  function lookup(name: string, type: RecordKind): Promise<Lookup> {
    const { answered, asked } = memories[type];
    const known = answered.get(name);
    if (known) {
      counters.cached += 1;
      return Promise.resolve(known);
    }
    let answer = asked.get(name);
    if (!answer) {
      answer = learn(name, type);
      asked.set(name, answer);
    }
    return answer;
  }

  async function learn(name: string, type: RecordKind): Promise<Lookup> {
    const { answered, asked } = memories[type];
    try {
      const { result, ttl } = await follow(name, type);
      answered.set(name, result, ttl);
      return result;
    } finally {
      asked.delete(name);
    }
  }

  function createMemory() {
    return {
      answered: createTtlCache<Lookup>(limits.dnsCache, now),
      /** On their way. */
      asked: new Map<string, Promise<Lookup>>(),
    };
  }

  /**
   * Follows aliases, inside an answer and beyond it where the server did not. A chain that is too
   * long, or a loop, is a failure and no proof: others follow longer chains, a recursor says
   * SERVFAIL to both, and between two edits of a zone a cache may hold half of each.
   */
  async function follow(name: string, type: RecordKind): Promise<{ result: Lookup; ttl: number }> {
    let current = name;
    let ttl = MAX_TTL;
    for (let hops = 0; hops <= limits.cnameHops;) {
      const reply = await askServers(current, type);
      if (typeof reply === 'string') return failure(reply);
      ttl = Math.min(ttl, reply.ttl ?? 0);
      let target = reply.aliases.get(current);
      const asked = current;
      while (target !== undefined && hops <= limits.cnameHops) {
        current = target;
        hops += 1;
        target = reply.aliases.get(current);
      }
      if (hops > limits.cnameHops) break;
      if (reply.rcode === RCODE.nxDomain) {
        return { result: { kind: 'nxdomain' }, ttl: negative(ttl) };
      }
      const result = records(reply, current, type);
      if (result) return { result, ttl: Math.max(MIN_TTL, ttl) };
      if (current === asked || reply.negative)
        return { result: { kind: 'nodata' }, ttl: negative(ttl) };
    }
    return failure('too many aliases');
  }

  async function askServers(name: string, type: RecordKind): Promise<DnsReply | string> {
    if (!isQueryable(name)) return 'name cannot be asked for';
    if (asking < limits.dnsInFlight) asking += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return breaker.allows() ? await attempts(name, type) : 'resolvers out of reach';
    } finally {
      leave();
    }
  }

  async function attempts(name: string, type: RecordKind): Promise<DnsReply | string> {
    let failed = 'no resolver configured';
    let heard = false;
    for (let attempt = 0; attempt < limits.dnsAttempts && servers.length > 0; attempt += 1) {
      const at = attempt % servers.length;
      // A server that said no will say no again; only one that stayed silent is asked twice.
      if (heard && attempt >= servers.length) break;
      if (attempt === 0) counters.queries += 1;
      else counters.retries += 1;
      const reply = await ask(at, name, type);
      if (typeof reply === 'string') {
        failed = reply;
        continue;
      }
      heard = true;
      breaker.succeeded();
      const heeded = saysOfName(reply.rcode);
      if (heeded && !reply.evasive) return reply;
      failed = heeded ? 'no answer in it' : (RCODE_NAMES[reply.rcode] ?? `rcode ${reply.rcode}`);
    }
    if (!heard) breaker.failed(`${type} ${name}`);
    return failed;
  }

  async function ask(at: number, name: string, type: RecordKind): Promise<DnsReply | Lost> {
    const server = servers[at];
    if (!server) return 'unreachable';
    const channel = (channels[at] ??= openUdpChannel(server, random));
    let edns = !withoutEdns.has(at);
    let reply = await channel.ask(name, type, edns, limits.dnsTimeoutMs);
    if (edns && typeof reply !== 'string' && CANNOT_READ.has(reply.rcode)) {
      withoutEdns.add(at);
      edns = false;
      counters.retries += 1;
      reply = await channel.ask(name, type, false, limits.dnsTimeoutMs);
    }
    if (typeof reply === 'string' || !reply.truncated) return reply;
    counters.tcpFallbacks += 1;
    const id = Math.floor(random() * 0x10000) & 0xffff;
    return askOverTcp(server, id, name, type, edns, limits.dnsTimeoutMs);
  }

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else asking -= 1;
  }

  return {
    counters,
    lookup,
    close() {
      for (const channel of channels) channel?.close();
      channels.length = 0;
    },
  };
}

/** What servers say that do not know EDNS (RFC 6891 §7); SERVFAIL has mostly another cause. */
const CANNOT_READ: ReadonlySet<number> = new Set([RCODE.formErr, RCODE.notImp]);

const RCODE_NAMES: Readonly<Record<number, string>> = {
  1: 'FORMERR',
  2: 'SERVFAIL',
  4: 'NOTIMP',
  5: 'REFUSED',
};

const NONE: readonly never[] = [];

function records(reply: DnsReply, owner: string, type: RecordKind): Lookup | undefined {
  if (type === 'MX') {
    const mx = reply.mx
      .filter((record) => record.owner === owner)
      .map(({ preference, host }) => ({ preference, host }));
    return mx.length > 0 ? { kind: 'found', mx, addresses: NONE } : undefined;
  }
  const addresses = reply.addresses
    .filter((record) => record.type === type && record.owner === owner)
    .map((record) => record.address);
  return addresses.length > 0 ? { kind: 'found', mx: NONE, addresses } : undefined;
}

function failure(why: string): { result: Lookup; ttl: number } {
  return { result: { kind: 'failed', why }, ttl: FAILURE_TTL };
}

function negative(ttl: number): number {
  return Math.min(MAX_NEGATIVE_TTL, Math.max(MIN_TTL, ttl));
}

/** Whether a name can be put into a question (RFC 1035 §2.3.4); what stood in an answer need not. */
export function isQueryable(name: string): boolean {
  return name.length <= 253 && /^(?:[\w-]{1,63}\.)*[\w-]{1,63}$/.test(name);
}
