import { expect, it } from 'vitest';
import { MONITORED_PROVIDERS } from '../../../shared/model/monitored-providers.ts';
import type { Verdict } from '../../../shared/contract/checks.ts';
import { metricsIn } from '../../../tests/support/embedded-metrics.ts';
import { createLog } from '../../platform/create-log.ts';
import { PROVIDERS } from '../../../packages/verifier/src/data/providers.ts';
import { createMeteredEngine } from './metered-engine.ts';

const NOW = Date.UTC(2030, 0, 2);
const options = { deadline: NOW, attempt: 0, priority: 0, customer: 'c' } as const;

/** The CloudWatch metrics of a run with the given verdicts: values by `provider.metric`. */
async function metricsOf(verdicts: readonly Partial<Verdict>[], egress?: string) {
  const lines: string[] = [];
  const log = createLog(
    'info',
    () => NOW,
    (line) => lines.push(line),
  );
  const engine = createMeteredEngine(
    {
      connections: 7,
      async *verify() {
        yield* verdicts.map((verdict, index) => ({
          index,
          verdict: verdict as Verdict,
          egress,
        }));
      },
    },
    { env: { STAGE: 'prod' }, clock: { now: () => NOW }, log },
  );
  const results = await Array.fromAsync(engine.verify([], options));
  expect(results.map(({ verdict }) => verdict)).toEqual(verdicts);
  expect(engine.connections).toBe(7);
  return lines.flatMap((line) => metricsIn(line));
}

const verdictFrom = (
  provider: string | undefined,
  status: Verdict['status'],
  reason: Verdict['reason'],
) => ({
  status,
  reason,
  ...(provider && { provider }),
  mx: 'mx.test',
});

it('counts answered, unknown and blocked verdicts by provider', async () => {
  const metrics = await metricsOf([
    verdictFrom('google', 'deliverable', 'accepted'),
    verdictFrom('google', 'undeliverable', 'no_such_mailbox'),
    verdictFrom('google', 'unknown', 'ip_blocked'),
    verdictFrom('orange', 'unknown', 'timeout'),
    verdictFrom('gandi', 'deliverable', 'accepted'),
    verdictFrom(undefined, 'risky', 'catch_all'),
    { status: 'unknown', reason: 'dns_error' },
  ]);
  for (const { namespace, dimensions } of metrics)
    expect([namespace, dimensions['stage'], Object.keys(dimensions).length]).toEqual([
      'Tamis',
      'prod',
      2,
    ]);
  expect(
    metrics.map(({ metric, value, dimensions }) => [dimensions['provider'], metric, value]),
  ).toEqual([
    ['google', 'answered', 2],
    ['google', 'unknown', 1],
    ['google', 'blocked', 1],
    ['orange', 'unknown', 1],
    ['other', 'answered', 2],
    ['other', 'unknown', 1],
  ]);
});

it('counts answered, unknown and blocked verdicts by egress address', async () => {
  const metrics = await metricsOf(
    [
      verdictFrom('google', 'deliverable', 'accepted'),
      verdictFrom('free', 'unknown', 'ip_blocked'),
    ],
    'mta1.tamis.test',
  );
  const byEgress = metrics.filter(({ dimensions }) => dimensions['egress'] === 'mta1.tamis.test');
  expect(byEgress.map(({ metric, value }) => [metric, value])).toEqual([
    ['answered', 1],
    ['unknown', 1],
    ['blocked', 1],
  ]);
  expect(metrics).toHaveLength(6);
});

it('does not count verdicts that need no server or are retried anyway', async () => {
  expect(
    await metricsOf([
      { status: 'undeliverable', reason: 'no_such_domain' },
      { status: 'undeliverable', reason: 'bad_syntax' },
      verdictFrom('google', 'unknown', 'greylisted'),
      { status: 'unknown', reason: 'not_answered' },
    ]),
  ).toEqual([]);
});

it('monitors only known providers', () => {
  const ids = new Set<string>(PROVIDERS.map(({ id }) => id));
  expect(MONITORED_PROVIDERS.filter((provider) => !ids.has(provider))).toEqual([]);
});
