import { hash } from 'node:crypto';
import { getServers } from 'node:dns';
import type { Verdict } from '../../../shared/contract/checks.ts';
import {
  OTHER_PROVIDER_ID,
  MONITORED_PROVIDERS,
} from '../../../shared/model/monitored-providers.ts';
import { cacheWithTtl } from '../../platform/cache-with-ttl.ts';
import type { Clock, IdGenerator } from '../../platform/clock.ts';
import type { Env } from '../../platform/env.ts';
import type { Log, LogFields } from '../../platform/log.ts';
import { withMetrics } from '../../platform/metrics.ts';
import {
  type Egress,
  type FactStore,
  type HostPort,
  type LeaseStore,
  type RunOptions,
  type Verdict as EngineVerdict,
  type Verifier,
  createVerifier,
  parseEgress,
  parseHostPort,
} from '../../../packages/verifier/src/index.ts';

/** `egress` is the egress address that was used, if any. */
export interface EngineResult {
  readonly index: number;
  readonly verdict: Verdict;
  readonly egress?: string | undefined;
}

/** Lists made with a test key use `sandboxEngine`, which contacts no server. */
export interface Engine {
  /** The number of SMTP connections opened so far. */
  readonly connections: number;
  /** Yields each verdict as soon as it is known, so not in input order. */
  verify(
    addresses: readonly string[],
    options: Readonly<Required<Omit<RunOptions, 'signal'>>>,
  ): AsyncIterable<EngineResult>;
}

const CONCURRENCY = 100;

/** Number of days until a new egress address may open its maximum number of sessions. */
const WARM_UP_DAYS = 14;

/**
 * Ensures that the engine and the API contract have the same verdict values: a value missing from
 * the contract is a compile error here, and a value missing from the engine fails a test.
 */
const toContractVerdict = (verdict: Omit<EngineVerdict, 'egress'>): Verdict => verdict;

export interface EngineDeps {
  readonly env: Pick<
    Env,
    | 'DNS_SERVERS'
    | 'SMTP_PORT'
    | 'SMTP_MAIL_FROM'
    | 'SMTP_CONTROLS'
    | 'SMTP_ALLOW_PRIVATE'
    | 'TIME_SCALE'
  >;
  readonly facts: FactStore;
  /** Divides each provider's sessions among the processes that share an egress address. */
  readonly leases: LeaseStore;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly log: Pick<Log, 'alarm' | 'error' | 'warn'>;
  readonly egress: () => Promise<readonly Egress[]>;
}

/** The engine opens no socket before its first run. */
export function createEngine(deps: EngineDeps): Engine {
  const { env, facts, leases, clock, ids, log } = deps;
  let counters: Verifier['counters'] | undefined;
  const start = async () => {
    const verifier = createVerifier({
      dns: { servers: parseDnsServers(env.DNS_SERVERS) },
      smtp: { port: env.SMTP_PORT, mailFrom: env.SMTP_MAIL_FROM },
      egress: await deps.egress(),
      controls: env.SMTP_CONTROLS.toLowerCase()
        .split(/[,\s]+/)
        .filter((each) => each !== ''),
      allowPrivate: env.SMTP_ALLOW_PRIVATE,
      concurrency: CONCURRENCY,
      facts,
      leases: { store: leases, holder: ids.token(6) },
      now: () => clock.now(),
      random: () => ids.random(),
      timeScale: env.TIME_SCALE,
      warmUpDays: WARM_UP_DAYS,
      onEgress({ kind, egress: address, detail }) {
        const fields = { egress: address, reason: detail };
        if (kind === 'blocked')
          log.alarm('egress_blocked', 'providers refuse this egress address', fields);
        else log.warn(`egress_${kind}`, fields);
      },
      onError(source, error) {
        if (source === 'session') log.error('engine_failed', error);
        else log.warn('engine_store_failed', { source, reason: String(error) });
      },
    });
    counters = verifier.counters;
    return verifier;
  };
  const getVerifier = cacheWithTtl(start, Number.POSITIVE_INFINITY, clock);

  return {
    get connections() {
      return counters?.connections ?? 0;
    },
    async *verify(addresses, options) {
      const verifier = await getVerifier();
      for await (const verdicts of verifier.verify(addresses, options))
        for (const { index, verdict } of verdicts) {
          const { egress, ...engineVerdict } = verdict;
          yield { index, verdict: toContractVerdict(engineVerdict), egress };
        }
    },
  };
}

/**
 * Parses comma-separated `host[:port]` entries, with port 53 by default. Returns the system's DNS
 * servers for an empty text.
 */
export function parseDnsServers(text: string): HostPort[] {
  const servers = text === '' ? getServers() : text.split(',').map((server) => server.trim());
  return servers.map((server) => {
    const found = parseHostPort(server, 53);
    if (!found) throw new Error(`DNS_SERVERS must be HOST:PORT pairs, not "${server}"`);
    return found;
  });
}

/**
 * Parses comma-separated egress addresses: `direct`, `direct:<local address>` or
 * `socks5://[user:password@]host[:port]`, each optionally followed by `#` and its EHLO name.
 * Returns no address for `off`.
 * @param helo the EHLO name of addresses without one
 * @throws {Error} for any other text
 */
export function parseEgressSetting(text: string, helo: string): readonly Egress[] {
  const egress = parseEgress(text, helo);
  if (egress) return egress;
  // The message must not quote the text, which may contain a password.
  throw new Error(
    'SMTP_EGRESS must be off, or direct, direct:ADDRESS or socks5://HOST:PORT, with an optional #NAME',
  );
}

interface MeteredEngineDeps {
  readonly env: { readonly STAGE: string; readonly INVESTIGATION?: string | undefined };
  readonly clock: Clock;
  readonly log: Pick<Log, 'info'>;
}

const watchedProviders = new Set<string>(MONITORED_PROVIDERS);

/** Verdicts with these reasons are retried, so they do not prove whether a server is reachable. */
const RETRIED_REASONS = new Set<Verdict['reason']>(['greylisted', 'not_answered']);

/** Returns no metrics if the verdict is retried or needed no mail server. */
function metricsFor({
  status,
  reason,
  mx,
}: Verdict): readonly ('answered' | 'unknown' | 'blocked')[] {
  if (RETRIED_REASONS.has(reason)) return [];
  if (status !== 'unknown') return mx === undefined ? [] : ['answered'];
  return reason === 'ip_blocked' ? ['unknown', 'blocked'] : ['unknown'];
}

/**
 * Wraps the engine so that each run logs one line per provider and one per egress address, whose
 * counts become metrics: `answered` counts conclusive verdicts based on a server's answer,
 * `unknown` counts unknown verdicts, and `blocked` counts unknown verdicts whose server blocks the
 * egress address. For the account under investigation, also logs the evidence of each verdict.
 */
export function createMeteredEngine(
  engine: Engine,
  { env, clock, log }: MeteredEngineDeps,
): Engine {
  const logCounts = (dimension: Readonly<Record<string, string>>, counts: Record<string, number>) =>
    log.info('answers', withMetrics({ stage: env.STAGE, ...dimension }, counts, clock.now()));
  const [account, until = ''] = env.INVESTIGATION?.split(' ') ?? [];
  const isInvestigated = (customer: string): boolean =>
    customer === account && clock.now() < Date.parse(until);
  return {
    get connections() {
      return engine.connections;
    },
    async *verify(addresses, options) {
      const byProvider = new Map<string, Record<string, number>>();
      const byEgress = new Map<string, Record<string, number>>();
      try {
        for await (const answer of engine.verify(addresses, options)) {
          const kinds = metricsFor(answer.verdict);
          addTo(byProvider, metricProvider(answer.verdict), kinds);
          if (answer.egress !== undefined) addTo(byEgress, answer.egress, kinds);
          if (isInvestigated(options.customer))
            log.info('evidence', evidenceFields(options.customer, options.attempt, answer));
          yield answer;
        }
      } finally {
        for (const [provider, counts] of byProvider) logCounts({ provider }, counts);
        for (const [egress, counts] of byEgress) logCounts({ egress }, counts);
      }
    },
  };
}

/** Identifies the address by a hash. Omits the server's reply text, which may quote it. */
function evidenceFields(
  user: string,
  attempt: number,
  { verdict: { email, status, reason, mx, provider, reply }, egress }: EngineResult,
): LogFields {
  const addressHash = hash('sha256', `${user}:${email.toLowerCase()}`).slice(0, 16);
  const { stage, code, enhanced } = reply ?? {};
  const server = { mx, provider, egress, smtpStage: stage, code, enhanced };
  return { user, addressHash, attempt, status, reason, ...server };
}

const metricProvider = ({ provider = OTHER_PROVIDER_ID }: Verdict): string =>
  watchedProviders.has(provider) ? provider : OTHER_PROVIDER_ID;

function addTo(
  groups: Map<string, Record<string, number>>,
  group: string,
  kinds: readonly string[],
): void {
  for (const kind of kinds) {
    const counts = groups.get(group) ?? {};
    groups.set(group, { ...counts, [kind]: (counts[kind] ?? 0) + 1 });
  }
}
