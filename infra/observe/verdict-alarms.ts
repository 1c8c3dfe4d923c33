import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { PRODUCT_NAME } from '../../shared/model/product.ts';
import { OTHER_PROVIDER_ID, MONITORED_PROVIDERS } from '../../shared/model/monitored-providers.ts';
import type { StageConfig } from '../stage/config.ts';
import { type AlarmContext, createAlarm } from './alarm.ts';

const period = Duration.minutes(30);
/** Minimum number of verdicts in a period for a meaningful percentage. */
const MIN_ANSWERS = 50;

/**
 * Maximum percentages of unknown verdicts: servers of monitored providers respond, whereas many
 * servers of other domains are often down.
 */
const MAX_UNKNOWN_PERCENT = { watched: 30, other: 60, egress: 50 };
/** Maximum percentages of blocked verdicts. Small servers occasionally block an address. */
const MAX_BLOCKED_PERCENT = { watched: 2, egress: 5 };

type Dimensions = Readonly<Record<string, string>>;

const productMetric = (metricName: string, dimensionsMap: Dimensions, hours?: number): Metric =>
  new Metric({
    namespace: PRODUCT_NAME,
    metricName,
    dimensionsMap,
    ...(hours
      ? { statistic: 'Maximum', period: Duration.hours(hours) }
      : { statistic: 'Sum', period }),
  });

/** Counts only verdicts that needed a mail server (functions/checks/adapters/engine.ts). */
const percent = (name: 'unknown' | 'blocked', dimensions: Dimensions): MathExpression =>
  new MathExpression({
    expression: `IF(answered + part >= ${MIN_ANSWERS}, 100 * part / (answered + part), 0)`,
    usingMetrics: {
      answered: productMetric('answered', dimensions),
      part: productMetric(name, dimensions),
    },
    period,
  });

/** Creates alarms for mail servers that stop answering or block us, if the stage has egress. */
export function addVerdictAlarms(
  on: AlarmContext,
  { account, settings, stage }: StageConfig,
): void {
  if (account === undefined || account.egress.kind === 'off') return;
  addEgressAlarms(on, stage);
  for (const provider of [...MONITORED_PROVIDERS, OTHER_PROVIDER_ID])
    addShares(
      on,
      provider,
      `at ${provider === OTHER_PROVIDER_ID ? 'all other mail servers' : provider}`,
      {
        kind: provider === OTHER_PROVIDER_ID ? 'other' : 'watched',
        dimensions: { stage, provider },
      },
    );
  for (const egress of namesIn(settings.SMTP_EGRESS))
    addShares(on, egress.split('.')[0] ?? '', `checked from ${egress}`, {
      kind: 'egress',
      dimensions: { stage, egress },
    });
}

interface AnswerGroup {
  readonly kind: keyof typeof MAX_UNKNOWN_PERCENT;
  readonly dimensions: Dimensions;
}

function addShares(
  on: AlarmContext,
  id: string,
  which: string,
  { kind, dimensions }: AnswerGroup,
): void {
  const unknown = MAX_UNKNOWN_PERCENT[kind];
  createAlarm(on, `${id}UnknownShare`, {
    metric: percent('unknown', dimensions),
    above: unknown,
    description: `More than ${unknown}% of addresses ${which} stay unknown: customers get no verdict for them and are not charged.`,
  });
  if (kind === 'other') return;
  const blocked = MAX_BLOCKED_PERCENT[kind];
  createAlarm(on, `${id}BlockedShare`, {
    metric: percent('blocked', dimensions),
    above: blocked,
    description: `For more than ${blocked}% of addresses ${which}, the mail server blocks us: customers get no verdict for them.`,
  });
}

/** Creates alarms on the hourly egress check: functions/checks/check-egress.ts. */
function addEgressAlarms(on: AlarmContext, stage: string): void {
  const egressMetric = (name: string) => productMetric(name, { stage, worker: 'checkEgress' }, 1);
  createAlarm(on, 'egressShut', {
    metric: egressMetric('shut'),
    above: 0,
    // Two periods, because a clock hour may contain no run of the hourly check.
    evaluationPeriods: 2,
    description:
      'Mail servers do not respond to one or all of our egress addresses: customers get unknown verdicts.',
    runbook: 'No mail server replies',
  });
  createAlarm(on, 'egressFlawed', {
    metric: egressMetric('flawed'),
    above: 0,
    description:
      'Our egress addresses have wrong names, a wrong reverse path or a block list entry: mail servers may reject them.',
  });
}

/** Returns EHLO names. A single egress address has none, but provider metrics cover it. */
const namesIn = (egress: string): string[] =>
  egress.split(',').flatMap((each) => each.split('#').slice(1));
