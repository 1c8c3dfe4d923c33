import { hash } from 'node:crypto';
import type { Verdict } from '../../../shared/contract/checks.ts';
import {
  OTHER_PROVIDER_ID,
  MONITORED_PROVIDERS,
} from '../../../shared/model/monitored-providers.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log, LogFields } from '../../platform/log.ts';
import { withMetrics } from '../../platform/metrics.ts';
import type { Engine, EngineResult } from './engine.ts';

interface Deps {
  readonly env: { readonly STAGE: string; readonly INVESTIGATION?: string | undefined };
  readonly clock: Clock;
  readonly log: Pick<Log, 'info'>;
}

const watchedProviders = new Set<string>(MONITORED_PROVIDERS);

/** Verdicts with these reasons are retried, so they do not prove whether a server is reachable. */
const RETRIED_REASONS = new Set<Verdict['reason']>(['greylisted', 'not_answered']);

/**
 * Returns the metrics that a verdict increments; none if the verdict is retried or needed no mail
 * server.
 */
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
export function createMeteredEngine(engine: Engine, { env, clock, log }: Deps): Engine {
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

/**
 * Identifies the address by a hash, and omits the text of the server's reply, which may quote it.
 */
function evidenceFields(
  user: string,
  attempt: number,
  { verdict: { email, status, reason, mx, provider, reply }, egress }: EngineResult,
): LogFields {
  const address = hash('sha256', `${user}:${email.toLowerCase()}`).slice(0, 16);
  const { stage, code, enhanced } = reply ?? {};
  const server = { mx, provider, egress, smtpStage: stage, code, enhanced };
  return { user, address, attempt, status, reason, ...server };
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
