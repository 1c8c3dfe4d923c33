import { Duration, Stack } from 'aws-cdk-lib';
import { Alarm, AlarmStatusWidget, Dashboard, PeriodOverride } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { queueNames } from '../features/queues.ts';
import { customerWork, graph } from './customer-work.ts';
import type { Core } from '../constructs/core.ts';

const period = Duration.minutes(5);
/** As many are in one widget: …/APIReference/CloudWatch-Dashboard-Body-Structure.html */
const ALARMS = 100;
const sum = { period, statistic: 'Sum' } as const;

/** One page that says whether customers are served: calls, queues, workers, table, their work. */
export function createDashboard(
  scope: Construct,
  id: string,
  { core, stage }: { readonly core: Core; readonly stage: string },
): Dashboard {
  const { rest } = core.api;
  const queues = queueNames.map((name) => [name, core.queues[name]] as const);
  const alarms = Stack.of(scope)
    .node.findAll()
    .filter((each) => each instanceof Alarm);
  const groups = Map.groupBy(alarms.entries(), ([at]) => Math.floor(at / ALARMS));
  const workers = [...core.workers.readers, ...core.workers.scheduled];
  return new Dashboard(scope, id, {
    defaultInterval: Duration.hours(12),
    periodOverride: PeriodOverride.AUTO,
    widgets: [
      [...groups.values()].map((group) => {
        const some = group.map(([, alarm]) => alarm);
        return new AlarmStatusWidget({ title: 'Alarms', width: 12, height: 8, alarms: some });
      }),
      [
        graph('Calls and failures', [
          rest.metricCount(sum),
          rest.metricClientError(sum),
          rest.metricServerError(sum),
        ]),
        graph('Latency of calls, ms', [
          rest.metricLatency({ period, statistic: 'p50' }),
          rest.metricLatency({ period, statistic: 'p95' }),
        ]),
      ],
      [
        graph(
          'Messages that wait',
          queues.map(([label, queue]) =>
            queue.metricApproximateNumberOfMessagesVisible({ period, label }),
          ),
        ),
        graph(
          'Age of the oldest message, s',
          queues.map(([label, queue]) =>
            queue.metricApproximateAgeOfOldestMessage({ period, label }),
          ),
        ),
      ],
      ...customerWork(stage),
      [
        graph(
          'Workers: longest run, ms',
          workers.map(([label, worker]) =>
            worker.metricDuration({ period, label, statistic: 'Maximum' }),
          ),
        ),
        graph('Table: capacity consumed', [
          core.table.metricConsumedReadCapacityUnits(sum),
          core.table.metricConsumedWriteCapacityUnits(sum),
        ]),
      ],
    ],
  });
}
