import { Duration } from 'aws-cdk-lib';
import { Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { PRODUCT_NAME } from '../../shared/model/product.ts';
import type { StageConfig } from '../stage/config.ts';
import type { CoreResources } from '../constructs/core.ts';
import { type AlarmContext, createAlarm } from './alarm.ts';
import { addVerdictAlarms } from './verdict-alarms.ts';
import { addApiAlarms } from './api-alarms.ts';
import { addFunctionAlarms } from './function-alarms.ts';
import { addHostAlarms } from './host-alarms.ts';
import { addQueueAlarms } from './queue-alarms.ts';
import { addScheduleAlarms } from './schedule-alarms.ts';

/**
 * Creates all alarms, except the edge stack's, on one topic. docs/runbooks explains how to respond
 * to them.
 */
export function addAlarms(
  scope: Construct,
  id: string,
  { config, core, topic }: { config: StageConfig; core: CoreResources; topic: ITopic },
): void {
  const on = { scope: new Construct(scope, id), topic };
  addQueueAlarms(on, core.queues);
  addFunctionAlarms(on, core);
  addScheduleAlarms(on, core.workers);
  addApiAlarms(on, core);
  addVerdictAlarms(on, config);
  addHostAlarms(on, config);
  if (!config.account?.domain) return;
  addServiceAlarm(on, config.stage);
  addMailAlarms(on);
}

/** Creates the alarm on functions/system/check-service.ts, which uses the API as customers do. */
function addServiceAlarm(on: AlarmContext, stage: string): void {
  createAlarm(on, 'serviceFails', {
    metric: new Metric({
      namespace: PRODUCT_NAME,
      metricName: 'failed',
      dimensionsMap: { stage, worker: 'checkService' },
      statistic: 'Maximum',
      period: Duration.minutes(5),
    }),
    above: 0,
    missingData: TreatMissingData.BREACHING,
    periods: 2,
    description:
      'The web app or the API does not respond correctly at the public domain: customers may be unable to use the service.',
    runbook: 'The service does not answer',
  });
}

/** Returns one of SES's own rate metrics, which cover all emails of the account. */
const rate = (metricName: string): Metric =>
  new Metric({ namespace: 'AWS/SES', metricName, period: Duration.hours(1), statistic: 'Average' });

/** The alarms fire below the bounce and complaint rates at which SES suspends sending. */
function addMailAlarms(on: AlarmContext): void {
  const runbook = 'Mail does not arrive';
  createAlarm(on, 'mailBounceRate', {
    metric: rate('Reputation.BounceRate'),
    above: 0.04,
    description: 'More than 4% of our emails bounce: SES may soon suspend sending.',
    runbook,
  });
  createAlarm(on, 'mailComplaintRate', {
    metric: rate('Reputation.ComplaintRate'),
    above: 0.0008,
    description:
      'More than 0.08% of our emails are reported as spam: SES may soon suspend sending.',
    runbook,
  });
}
