import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { PRODUCT_NAME } from '../../shared/model/product.ts';
import { OTHER_PROVIDERS, WATCHED_PROVIDERS } from '../../shared/model/watched-providers.ts';
import type { StageConfig } from '../stage/config.ts';
import { type AlarmPlace, createAlarm } from './alarm.ts';

const period = Duration.minutes(30);
/** With fewer verdicts than these in a period their share says nothing. */
const ENOUGH = 50;
const runbook = 'Mail servers do not answer';

/** Servers of the others are many and often gone; those of a watched provider answer. */
const MAX_UNKNOWN_PERCENT = { watched: 30, other: 60, egress: 50 };
/** Small servers refuse an address now and then. */
const MAX_BLOCKED = { watched: 10, egress: 200 };

/** What the engine counts of its verdicts: functions/checks/adapters/counted-engine.ts. */
const counted = (metricName: string, dimensionsMap: Readonly<Record<string, string>>): Metric =>
  new Metric({ namespace: PRODUCT_NAME, metricName, dimensionsMap, statistic: 'Sum', period });

const unknownPercent = (of: Readonly<Record<string, string>>): MathExpression =>
  new MathExpression({
    expression: `IF(answered + unknown >= ${ENOUGH}, 100 * unknown / (answered + unknown), 0)`,
    usingMetrics: { answered: counted('answered', of), unknown: counted('unknown', of) },
    period,
  });

/** Providers that stop to tell us anything, and those that say why. Without egress all is unknown. */
export function addAnswerAlarms(on: AlarmPlace, { account, settings, stage }: StageConfig): void {
  if (account === undefined || account.egress.kind === 'off') return;
  for (const provider of [...WATCHED_PROVIDERS, OTHER_PROVIDERS]) {
    const isOther = provider === OTHER_PROVIDERS;
    const above = MAX_UNKNOWN_PERCENT[isOther ? 'other' : 'watched'];
    const where = isOther ? 'servers of no watched provider' : provider;
    createAlarm(on, `${provider}UnknownShare`, {
      metric: unknownPercent({ stage, provider }),
      above,
      says: `More than ${above}% of addresses at ${where} stay unknown: customers learn nothing of them, and pay nothing.`,
      runbook,
    });
  }
  const usingMetrics = Object.fromEntries(
    WATCHED_PROVIDERS.map((provider) => [provider, counted('blocked', { stage, provider })]),
  );
  createAlarm(on, 'providerBlocks', {
    metric: new MathExpression({
      expression: Object.keys(usingMetrics).join(' + '),
      usingMetrics,
      period,
    }),
    above: MAX_BLOCKED.watched,
    says: `One of ${WATCHED_PROVIDERS.join(', ')} refuses an egress address of ours: customers learn nothing of addresses there.`,
    runbook,
  });
  for (const egress of namesIn(settings.SMTP_EGRESS)) {
    const [host = ''] = egress.split('.');
    createAlarm(on, `${host}UnknownShare`, {
      metric: unknownPercent({ stage, egress }),
      above: MAX_UNKNOWN_PERCENT.egress,
      says: `More than ${MAX_UNKNOWN_PERCENT.egress}% of addresses asked from ${egress} stay unknown: customers learn nothing of them, and pay nothing.`,
      runbook,
    });
    createAlarm(on, `${host}Blocks`, {
      metric: counted('blocked', { stage, egress }),
      above: MAX_BLOCKED.egress,
      says: `Mail servers refuse the egress address ${egress}: customers learn nothing of addresses there.`,
      runbook,
    });
  }
}

/** EHLO names of our egress addresses; one that is alone has none, and is what providers show. */
const namesIn = (egress: string): string[] =>
  egress.split(',').flatMap((each) => each.split('#').slice(1));
