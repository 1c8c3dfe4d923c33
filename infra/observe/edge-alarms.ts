import { Duration } from 'aws-cdk-lib';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { MathExpression, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { type AlarmPlace, createAlarm } from './alarm.ts';

interface Edge {
  readonly distribution: Distribution;
  readonly certificate: ICertificate;
  readonly firewall: string;
}

const period = Duration.minutes(5);
/** Minimum number of requests in a period: below it, one scanner is a large share. */
const ENOUGH = 200;
/** ACM renews earlier than this if it can. */
const RENEWED_BEFORE_DAYS = 30;
const page = 'The edge refuses or fails';

/**
 * Alarms for CloudFront and its firewall. All of these metrics are only in us-east-1:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/programming-cloudwatch-metrics.html,
 * https://docs.aws.amazon.com/waf/latest/developerguide/waf-metrics.html
 */
export function addEdgeAlarms(on: AlarmPlace, { distribution, certificate, firewall }: Edge): void {
  // The CDK's metrics of a distribution omit the region, without which they have no data.
  const metric = (metricName: string, statistic: 'Sum' | 'Average'): Metric =>
    new Metric({
      namespace: 'AWS/CloudFront',
      metricName,
      dimensionsMap: { DistributionId: distribution.distributionId, Region: 'Global' },
      statistic,
      period,
    });
  const requests = metric('Requests', 'Sum');
  const whereMany = (rate: Metric): MathExpression =>
    new MathExpression({
      expression: `IF(requests >= ${ENOUGH}, rate, 0)`,
      usingMetrics: { requests, rate },
      period,
    });
  createAlarm(on, 'edgeRefusedPercent', {
    metric: whereMany(metric('4xxErrorRate', 'Average')),
    above: 30,
    says: 'More than 30% of all requests end with 4xx: visitors may not get the web app, or clients the API.',
    page,
  });
  createAlarm(on, 'edgeErrorPercent', {
    metric: whereMany(metric('5xxErrorRate', 'Average')),
    above: 2,
    says: 'More than 2% of all requests end with 5xx: visitors and customers see errors.',
    page,
  });
  const counted = (metricName: string): Metric =>
    new Metric({
      namespace: 'AWS/WAFV2',
      metricName,
      dimensionsMap: { WebACL: firewall, Rule: 'ALL' },
      statistic: 'Sum',
      period,
    });
  createAlarm(on, 'firewallBlocksPercent', {
    metric: new MathExpression({
      expression: `IF(requests >= ${ENOUGH}, 100 * blocked / requests, 0)`,
      usingMetrics: { blocked: counted('BlockedRequests'), requests },
      period,
    }),
    above: 20,
    says: 'The firewall blocks more than 20% of all requests: an attack, or a rule that takes customers for one.',
    page,
  });
  createAlarm(on, 'certificateExpires', {
    metric: certificate.metricDaysToExpiry({ period: Duration.days(1) }),
    below: RENEWED_BEFORE_DAYS,
    // A new certificate has no data yet, and an expired one no more: its alarm is already on.
    missing: TreatMissingData.IGNORE,
    says: `The certificate ends within ${RENEWED_BEFORE_DAYS} days: then no browser and no client gets in.`,
    page: 'The certificate ends',
  });
}
