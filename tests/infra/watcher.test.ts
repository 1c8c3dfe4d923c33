import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { systemRoutes } from '../../shared/contract/system.ts';

it('notifies an address of the other account when the API is unhealthy or unobserved', () => {
  const topic = [{ Ref: 'Topic' }];
  expect(JSON.parse(readFileSync('infra/watcher.json', 'utf8'))).toMatchObject({
    Resources: {
      HealthCheck: {
        Type: 'AWS::Route53::HealthCheck',
        Properties: {
          HealthCheckConfig: {
            Type: 'HTTPS',
            FullyQualifiedDomainName: { Ref: 'Domain' },
            ResourcePath: systemRoutes.health.path,
          },
        },
      },
      Topic: {
        Type: 'AWS::SNS::Topic',
        Properties: { Subscription: [{ Protocol: 'email', Endpoint: { Ref: 'Email' } }] },
      },
      Alarm: {
        Type: 'AWS::CloudWatch::Alarm',
        Properties: {
          Namespace: 'AWS/Route53',
          MetricName: 'HealthCheckStatus',
          Dimensions: [{ Name: 'HealthCheckId', Value: { Ref: 'HealthCheck' } }],
          ComparisonOperator: 'LessThanThreshold',
          Threshold: 1,
          TreatMissingData: 'breaching',
          AlarmActions: topic,
          OKActions: topic,
        },
      },
    },
  });
});
