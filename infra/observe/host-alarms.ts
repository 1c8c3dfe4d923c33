import { Duration } from 'aws-cdk-lib';
import { Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { StageConfig } from '../stage/config.ts';
import { HOST_METRICS_NAMESPACE, hostGroupName } from '../stage/host-specs.ts';
import { type AlarmContext, createAlarm } from './alarm.ts';

/**
 * Creates alarms on the metrics that each host reports every five minutes, and on the free metrics
 * of EC2. A host's Auto Scaling group keeps its name when the machine is replaced:
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/viewing_metrics_with_cloudwatch.html
 */
export function addHostAlarms(on: AlarmContext, { account, stage }: StageConfig): void {
  for (const [index, { name }] of (account?.hosts ?? []).entries()) {
    const [host = ''] = name.split('.');
    const metric = (namespace: string, metricName: string, minutes: number): Metric =>
      new Metric({
        namespace,
        metricName,
        dimensionsMap: { AutoScalingGroupName: hostGroupName(stage, index) },
        statistic: 'Maximum',
        period: Duration.minutes(minutes),
      });
    createAlarm(on, `${host}Disk`, {
      metric: metric(HOST_METRICS_NAMESPACE, 'diskPercent', 5),
      above: 80,
      missingData: TreatMissingData.BREACHING,
      periods: 4,
      description: `The egress host ${name} has reported nothing for 20 minutes, or its disk is full: all lists have fewer sessions.`,
    });
    createAlarm(on, `${host}Ports`, {
      metric: metric(HOST_METRICS_NAMESPACE, 'portsPercent', 5),
      above: 50,
      periods: 3,
      description: `The egress host ${name} uses more than half of its ports: it may soon be unable to open sessions.`,
    });
    createAlarm(on, `${host}Cpu`, {
      metric: metric('AWS/EC2', 'CPUSurplusCreditsCharged', 30),
      above: 0,
      description: `The egress host ${name} uses more CPU than its price includes: it costs more.`,
    });
  }
}
