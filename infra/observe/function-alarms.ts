import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { ServiceFunction } from '../constructs/service-function.ts';
import { featureOf, type FeatureName } from '../features/index.ts';
import type { Core } from '../constructs/core.ts';
import { type AlarmPlace, createAlarm } from './alarm.ts';
import { linesWith, withField } from './log-metric.ts';

const period = Duration.minutes(5);

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

interface LineAlarm {
  /** The worker or schedule that writes it. */
  readonly worker: string;
  readonly event: string;
  readonly says: string;
  readonly page?: string;
}

/** Lines of one event that somebody has to know of, whatever their level. */
export const LINE_ALARMS: Readonly<Record<string, LineAlarm>> = {
  vatNotCollected: {
    worker: 'billing',
    event: 'vat_not_collected',
    says: 'A customer paid from a country where Stripe collects no tax: it may be owed there.',
  },
  ledgerDiffers: {
    worker: 'auditLedger',
    event: 'ledger_differs',
    says: 'A balance is not what its entries make: a customer has too many credits, or too few.',
    page: 'Money differs',
  },
  billingDiffers: {
    worker: 'compareBilling',
    event: 'billing_differs',
    says: 'Stripe and the ledger differ: a customer paid for credits that are missing, or has some unpaid.',
    page: 'Money differs',
  },
};
/** Each is looked for once a day, so an alarm lasts until a day had none. */
const LINE_HOURS = 26;

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
    });
  for (const [feature, functions] of Map.groupBy([...api.functions, ...running], ownerOf))
    createAlarm(on, `${feature}ErrorLines`, {
      metric: linesWith(
        on.scope,
        `${feature}ErrorLines`,
        logsOf(functions),
        withField('level', 'error'),
      ),
      above: 0,
      says: `A log has a line at level error. Customers may miss ${MISSING[feature]}.`,
    });
  for (const [name, { worker, event, ...rest }] of Object.entries(LINE_ALARMS)) {
    const { logGroup } = running.find(({ node }) => node.id === worker) ?? {};
    if (!logGroup) throw new TypeError(`No worker has the name ${worker}`);
    const lines = linesWith(on.scope, name, { [worker]: logGroup }, withField('event', event));
    const metric = lines.with({ period: Duration.hours(1) });
    createAlarm(on, name, { metric, above: 0, among: LINE_HOURS, ...rest });
  }
  createAlarm(on, 'throttles', {
    // Of the account and region as a whole, which is what the limit of concurrency is of.
    metric: LambdaFunction.metricAllThrottles({ period, statistic: 'Sum' }),
    above: 0,
    says: 'The account had no room for a run: calls are refused, and queues wait.',
  });
  createAlarm(on, 'loopsDropped', {
    metric: LambdaFunction.metricAll('RecursiveInvocationsDropped', { period, statistic: 'Sum' }),
    above: 0,
    says: 'Lambda took messages of ours for an endless loop and dropped them: work waits for a schedule.',
  });
}

const logsOf = (functions: readonly ServiceFunction[]): Record<string, ILogGroup> =>
  Object.fromEntries(functions.map(({ logGroup, node }) => [`${node.id}Error`, logGroup]));

/** Missing values of a series count as 0 where another has one. */
function sumOf(metrics: readonly Metric[]): Metric | MathExpression {
  const [only] = metrics;
  if (only && metrics.length === 1) return only;
  const usingMetrics = Object.fromEntries(metrics.map((metric, at) => [`m${at}`, metric]));
  return new MathExpression({
    expression: Object.keys(usingMetrics).join(' + '),
    usingMetrics,
    period,
  });
}
