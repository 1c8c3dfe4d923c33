import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { ServiceFunction } from '../constructs/service-function.ts';
import { featureOf, type FeatureName } from '../features/index.ts';
import type { Core } from '../constructs/core.ts';
import { type AlarmPlace, createAlarm } from './alarm.ts';
import { linesWith } from './log-metric.ts';

const period = Duration.minutes(5);
const runbook = 'A function fails';

/** What customers miss when the functions of a feature fail. */
const MISSING: Readonly<Record<FeatureName, string>> = {
  account: 'signing in, or what follows a change of an account',
  admin: 'the pages of administrators',
  billing: 'credits that were paid for',
  checks: 'the check of one address, or the hourly test of the way to mail servers',
  credits: 'a balance that is right',
  lists: 'lists: uploads, verdicts or results',
  mail: 'mails with codes, links and results',
  privacy: 'the export or the closing of an account',
  system: 'the state of the service',
  usage: 'the limits and figures of their use',
  webhooks: 'what programs are told of',
};

/** What a worker notes at level `warn`, and somebody has to know of all the same. */
export const LINE_ALARMS: Readonly<
  Record<string, Readonly<Record<'worker' | 'event' | 'says' | 'runbook', string>>>
> = {
  vatNotCollected: {
    worker: 'billing',
    event: 'vat_not_collected',
    says: 'A customer paid from a country where Stripe collects no tax: it may be owed there.',
    runbook: 'VAT is not collected',
  },
};

const ownerOf = ({ node }: ServiceFunction): FeatureName => featureOf(node.id);

/**
 * What fails in the functions of each feature. A worker that hands single messages back has not
 * failed by Lambda's count, and a route that responds with 500 has not; a line of their logs at
 * level `error` tells of it, and names the function.
 */
export function addFunctionAlarms(
  on: AlarmPlace,
  { api, workers }: Pick<Core, 'api' | 'workers'>,
): void {
  const running = [...workers.readers.values(), ...workers.scheduled.values()];
  for (const [feature, functions] of Map.groupBy(running, ownerOf))
    createAlarm(on, `${feature}Errors`, {
      metric: sumOf(functions.map((each) => each.metricErrors({ period, statistic: 'Sum' }))),
      above: 0,
      says: `A run crashed, or ran out of time or memory. Customers may miss ${MISSING[feature]}.`,
      runbook,
    });
  for (const [feature, functions] of Map.groupBy([...api.functions, ...running], ownerOf))
    createAlarm(on, `${feature}ErrorLines`, {
      metric: linesWith(on.scope, `${feature}ErrorLines`, logsOf(functions), ['level', 'error']),
      above: 0,
      says: `A log has a line at level error. Customers may miss ${MISSING[feature]}.`,
      runbook,
    });
  for (const [name, { worker, event, ...rest }] of Object.entries(LINE_ALARMS)) {
    const { logGroup } = workers.readers.get(worker) ?? {};
    if (!logGroup) throw new TypeError(`No worker has the name ${worker}`);
    const metric = linesWith(on.scope, name, { [worker]: logGroup }, ['event', event]);
    createAlarm(on, name, { metric, above: 0, ...rest });
  }
  createAlarm(on, 'throttles', {
    // Of the account and region as a whole, which is what the limit of concurrency is of.
    metric: LambdaFunction.metricAllThrottles({ period, statistic: 'Sum' }),
    above: 0,
    says: 'The account had no room for a run: calls are refused, and queues wait.',
    runbook,
  });
  createAlarm(on, 'loopsDropped', {
    metric: LambdaFunction.metricAll('RecursiveInvocationsDropped', { period, statistic: 'Sum' }),
    above: 0,
    says: 'Lambda took messages of ours for an endless loop and dropped them: work waits for a schedule.',
    runbook,
  });
}

const logsOf = (functions: readonly ServiceFunction[]): Record<string, ILogGroup> =>
  Object.fromEntries(functions.map(({ logGroup, node }) => [`${node.id}Error`, logGroup]));

/** Missing values of a series count as 0 where another has one. */
function sumOf(metrics: readonly IMetric[]): IMetric {
  const [only] = metrics;
  if (only && metrics.length === 1) return only;
  const usingMetrics = Object.fromEntries(metrics.map((metric, at) => [`m${at}`, metric]));
  return new MathExpression({
    expression: Object.keys(usingMetrics).join(' + '),
    usingMetrics,
    period,
  });
}
