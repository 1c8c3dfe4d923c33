import { readFileSync } from 'node:fs';
import { Stack } from 'aws-cdk-lib';
import { CfnInclude } from 'aws-cdk-lib/cloudformation-include';
import { expect, it } from 'vitest';
import { createApp } from '../../infra/define-app.ts';
import { checkBestPractices } from '../../infra/synthesize.ts';
import { systemRoutes } from '../../shared/contract/system.ts';

const FILE = 'infra/watcher.json';

it('notifies an address of the other account when the API is unhealthy or unobserved', () => {
  const topic = [{ Ref: 'Topic' }];
  expect(JSON.parse(readFileSync(FILE, 'utf8'))).toMatchObject({
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

it('is a template that CloudFormation accepts', () => {
  const app = createApp();
  const included = new CfnInclude(new Stack(app, 'watcher'), 'template', { templateFile: FILE });
  expect(included.getResource('Alarm').node.id).toBe('Alarm');
  checkBestPractices(app);
  expect(app.synth().stacks).toHaveLength(1);
});
