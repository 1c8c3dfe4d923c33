import { Duration } from 'aws-cdk-lib';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { MathExpression, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { type AlarmContext, createAlarm } from './alarm.ts';

interface Edge {
  readonly distribution: Distribution;
  readonly certificate: ICertificate;
  readonly firewall: string;
}

const period = Duration.minutes(5);
/** With fewer requests in a period, the requests of one scanner would be a large percentage. */
const MIN_REQUESTS = 200;
/** Days before expiry at which the alarm fires. ACM normally renews a certificate earlier. */
const MIN_CERTIFICATE_DAYS = 30;
const runbook = 'The edge refuses or fails';

/**
 * Creates alarms on CloudFront and its firewall. Their metrics exist only in us-east-1:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/programming-cloudwatch-metrics.html,
 * https://docs.aws.amazon.com/waf/latest/developerguide/waf-metrics.html
 */
export function addEdgeAlarms(
  on: AlarmContext,
  { distribution, certificate, firewall }: Edge,
): void {
  // The CDK's distribution metrics omit the region, without which CloudWatch finds no data.
  const metric = (metricName: string, statistic: 'Sum' | 'Average'): Metric =>
    new Metric({
      namespace: 'AWS/CloudFront',
      metricName,
      dimensionsMap: { DistributionId: distribution.distributionId, Region: 'Global' },
      statistic,
      period,
    });
  const requests = metric('Requests', 'Sum');
  const ifEnoughRequests = (rate: Metric): MathExpression =>
    new MathExpression({
      expression: `IF(requests >= ${MIN_REQUESTS}, rate, 0)`,
      usingMetrics: { requests, rate },
      period,
    });
  createAlarm(on, 'edgeRefusedPercent', {
    metric: ifEnoughRequests(metric('4xxErrorRate', 'Average')),
    above: 30,
    description:
      'More than 30% of all requests get 4xx: visitors may not reach the web app, or clients the API.',
    runbook,
  });
  createAlarm(on, 'edgeErrorPercent', {
    metric: ifEnoughRequests(metric('5xxErrorRate', 'Average')),
    above: 2,
    description: 'More than 2% of all requests get 5xx: visitors and customers see errors.',
    runbook,
  });
  const countMetric = (metricName: string): Metric =>
    new Metric({
      namespace: 'AWS/WAFV2',
      metricName,
      dimensionsMap: { WebACL: firewall, Rule: 'ALL' },
      statistic: 'Sum',
      period,
    });
  createAlarm(on, 'firewallBlocksPercent', {
    metric: new MathExpression({
      expression: `IF(requests >= ${MIN_REQUESTS}, 100 * blocked / requests, 0)`,
      usingMetrics: { blocked: countMetric('BlockedRequests'), requests },
      period,
    }),
    above: 20,
    description:
      'The firewall blocks more than 20% of all requests: there is an attack, or a rule blocks customers.',
    runbook,
  });
  createAlarm(on, 'certificateExpires', {
    metric: certificate.metricDaysToExpiry({ period: Duration.days(1) }),
    below: MIN_CERTIFICATE_DAYS,
    // A new certificate has no data yet. An expired one has none either, but its alarm already
    // fires.
    missingData: TreatMissingData.IGNORE,
    description: `The certificate expires within ${MIN_CERTIFICATE_DAYS} days: after that, no browser or client can connect.`,
    runbook: 'The certificate ends',
  });
}
