import { Duration } from 'aws-cdk-lib';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ServiceFunction } from '../constructs/service-function.ts';
import { featureOf } from '../features/index.ts';
import type { Core } from '../constructs/core.ts';
import { type AlarmContext, createAlarm } from './alarm.ts';
import { linesWith, withField } from './log-metric.ts';

const period = Duration.minutes(5);

interface LineAlarm {
  /** Worker or scheduled function that writes the log line. */
  readonly worker: string;
  readonly event: string;
  readonly description: string;
  readonly runbook?: string;
}

/** Log events that raise an alarm whatever their level. */
export const LINE_ALARMS: Readonly<Record<string, LineAlarm>> = {
  vatNotCollected: {
    worker: 'billing',
    event: 'vat_not_collected',
    description:
      'A customer paid from a country where Stripe collects no tax: it may be owed there.',
  },
  ledgerDiffers: {
    worker: 'auditLedger',
    event: 'ledger_differs',
    description:
      'A balance is not what its entries make: a customer has too many credits, or too few.',
    runbook: 'Money differs',
  },
  billingDiffers: {
    worker: 'compareBilling',
    event: 'billing_differs',
    description:
      'Stripe and the ledger differ: a customer paid for credits that are missing, or has some unpaid.',
    runbook: 'Money differs',
  },
};
/** The checks run once a day, so the alarm lasts until a day without the event. */
const LINE_HOURS = 26;

/**
 * Creates alarms on failures in functions. Lambda does not count a returned message or a 500
 * response as a failure, but both write a line at level `error` to the function's log.
 */
export function addFunctionAlarms(
  on: AlarmContext,
  { api, workers }: Pick<Core, 'api' | 'workers'>,
): void {
  const running = [...workers.readers.values(), ...workers.scheduled.values()];
  const all = [...api.functions, ...running];
  const errors = withField('level', 'error');
  for (const [feature, functions] of Map.groupBy(all, ({ node }) => featureOf(node.id)))
    createAlarm(on, `${feature}ErrorLines`, {
      metric: linesWith(on.scope, `${feature}ErrorLines`, logsOf(functions), errors),
      above: 0,
      description: `A log of the feature ${feature} has a line at level error: customers may miss what it does.`,
    });
  for (const [name, { worker, event, ...rest }] of Object.entries(LINE_ALARMS)) {
    const { logName } = running.find(({ node }) => node.id === worker) ?? {};
    if (!logName) throw new TypeError(`No worker has the name ${worker}`);
    const lines = linesWith(on.scope, name, { [worker]: logName }, withField('event', event));
    const metric = lines.with({ period: Duration.hours(1) });
    createAlarm(on, name, { metric, above: 0, evaluationPeriods: LINE_HOURS, ...rest });
  }
  // For all functions of the account and region, because they share the concurrency limit.
  for (const [name, metric, description] of [
    [
      'crashes',
      'Errors',
      'A run crashed, or ran out of time or memory: customers may miss its work.',
    ],
    ['throttles', 'Throttles', 'There was no room for a run: calls are refused, and queues wait.'],
    [
      'loopsDropped',
      'RecursiveInvocationsDropped',
      'Lambda took messages of ours for an endless loop and dropped them: work waits for a schedule.',
    ],
  ] as const)
    createAlarm(on, name, {
      metric: LambdaFunction.metricAll(metric, { period, statistic: 'Sum' }),
      above: 0,
      description,
    });
}

const logsOf = (functions: readonly ServiceFunction[]): Record<string, string> =>
  Object.fromEntries(functions.map(({ logName, node }) => [`${node.id}Error`, logName]));
