import { describe, expect, it } from 'vitest';
import { MONITORED_PROVIDERS } from '../../../shared/model/monitored-providers.ts';
import type { Verdict } from '../../../shared/contract/checks.ts';
import { extractMetrics } from '../../../tests/support/embedded-metrics.ts';
import { createLog } from '../../platform/create-log.ts';
import { PROVIDERS } from '../../../packages/verifier/src/data/providers.ts';
import { createMeteredEngine } from './engine.ts';

const NOW = Date.UTC(2030, 0, 2);
const options = { deadline: NOW, attempt: 0, priority: 0, customer: 'c' } as const;

/** Returns the CloudWatch metrics of a run with these verdicts: values by `provider.metric`. */
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
  return lines.flatMap((line) => extractMetrics(line));
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

describe('an investigation', () => {
  const evidenceFor = async (customer: string, setting?: string) => {
    const lines: string[] = [];
    const reply = { stage: 'rcpt', code: 450, enhanced: '4.7.1', text: '<Ada@acme.test> wait' };
    const verdict = { email: 'Ada@acme.test', ...verdictFrom('ovh', 'unknown', 'greylisted') };
    const engine = createMeteredEngine(
      {
        connections: 0,
        async *verify() {
          yield { index: 0, verdict: { ...verdict, reply } as Verdict, egress: 'mta1.tamis.test' };
        },
      },
      {
        env: { STAGE: 'prod', INVESTIGATION: setting },
        clock: { now: () => NOW },
        log: createLog(
          'info',
          () => NOW,
          (line) => lines.push(line),
        ),
      },
    );
    await Array.fromAsync(engine.verify(['Ada@acme.test'], { ...options, customer }));
    return lines.map((line) => JSON.parse(line) as object).filter(isEvidence);
  };
  const isEvidence = (line: object): boolean => 'event' in line && line.event === 'evidence';

  it('logs what the server of each address replied, without the address', async () => {
    const [line, ...others] = await evidenceFor('c', 'c 2030-01-02T00:00:01Z');
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      user: 'c',
      // Computed with `printf %s c:ada@acme.test | sha256sum`, cut to 16 characters.
      addressHash: '3c4a8ad8153b7f9a',
      attempt: 0,
      status: 'unknown',
      reason: 'greylisted',
      mx: 'mx.test',
      provider: 'ovh',
      egress: 'mta1.tamis.test',
      smtpStage: 'rcpt',
      code: 450,
      enhanced: '4.7.1',
    });
    expect(JSON.stringify(line)).not.toMatch(/ada|acme/i);
  });

  it.each([
    ['of another account', 'c 2031-01-01T00:00:00Z', 'd'],
    ['that has ended', 'c 2030-01-02T00:00:00Z', 'c'],
    ['without an end', 'c', 'c'],
    ['that was never started', undefined, 'c'],
  ])('%s logs nothing', async (_, setting, customer) => {
    expect(await evidenceFor(customer, setting)).toEqual([]);
  });
});
