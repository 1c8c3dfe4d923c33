import { Duration } from 'aws-cdk-lib';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { logGroupNameOf } from '../constructs/log.ts';
import { featureOf, functionEntries } from '../features/index.ts';
import type { StageConfig } from '../stage/config.ts';
import { type AlarmContext, createAlarm } from './alarm.ts';
import { createLineCountMetric, createFieldPattern } from './log-metric.ts';

const period = Duration.minutes(5);

interface LogEventAlarm {
  /** The worker or scheduled function that writes the log line. */
  readonly worker: string;
  readonly event: string;
  readonly description: string;
  readonly runbook?: string;
}

/** Log events that raise an alarm whatever their level. */
export const LOG_EVENT_ALARMS: Readonly<Record<string, LogEventAlarm>> = {
  vatNotCollected: {
    worker: 'billing',
    event: 'vat_not_collected',
    description:
      'A customer paid from a country where Stripe collects no tax: we may owe tax there.',
  },
  ledgerDiffers: {
    worker: 'auditLedger',
    event: 'ledger_differs',
    description:
      'A balance differs from the sum of its entries: a customer has too many credits, or too few.',
    runbook: 'Money differs',
  },
  billingDiffers: {
    worker: 'compareBilling',
    event: 'billing_differs',
    description:
      'Stripe and the ledger differ: a customer lacks credits that were paid for, or has credits that were not.',
    runbook: 'Money differs',
  },
};
/** Each customer is checked daily, so the alarm must last until a day passes without the event. */
const LOG_EVENT_ALARM_HOURS = 26;

/**
 * Creates alarms on failing functions. Lambda counts neither a returned message nor a 500 response
 * as a failure, but both log a line at level `error`.
 */
export function addFunctionAlarms(on: AlarmContext, config: StageConfig): void {
  const linesOf = (metricName: string, feature: string, field: string, value: string) =>
    createLineCountMetric(
      on.scope,
      metricName,
      logGroupNameOf(feature, config),
      createFieldPattern(field, value),
    );
  for (const feature of new Set(Object.keys(functionEntries).map(featureOf)))
    createAlarm(on, `${feature}ErrorLines`, {
      metric: linesOf(`${feature}ErrorLines`, feature, 'level', 'error'),
      above: 0,
      description: `The feature ${feature} logged a line at level error: something it does for customers may have failed.`,
    });
  for (const [name, { worker, event, ...rest }] of Object.entries(LOG_EVENT_ALARMS)) {
    const lines = linesOf(name, featureOf(worker), 'event', event);
    const metric = lines.with({ period: Duration.hours(1) });
    createAlarm(on, name, { metric, above: 0, evaluationPeriods: LOG_EVENT_ALARM_HOURS, ...rest });
  }
  // These alarms cover all functions of the account and region, which share the concurrency limit.
  for (const [name, metric, description] of [
    [
      'crashes',
      'Errors',
      'A function crashed, or ran out of time or memory: its work for customers may be missing.',
    ],
    [
      'throttles',
      'Throttles',
      'Lambda throttled functions: calls are rejected, and messages wait in their queues.',
    ],
    [
      'loopsDropped',
      'RecursiveInvocationsDropped',
      'Lambda took our messages for an infinite loop and dropped them: their work waits for the reconciler.',
    ],
  ] as const)
    createAlarm(on, name, {
      metric: LambdaFunction.metricAll(metric, { period, statistic: 'Sum' }),
      above: 0,
      description,
    });
}
