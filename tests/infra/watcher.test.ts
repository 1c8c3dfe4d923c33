import { readFileSync } from 'node:fs';
import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { CfnInclude } from 'aws-cdk-lib/cloudformation-include';
import { expect, it } from 'vitest';
import { createApp } from '../../infra/define-app.ts';
import { checkBestPractices } from '../../infra/synthesize.ts';
import { systemRoutes } from '../../shared/contract/system.ts';

const FILE = 'infra/watcher.json';
const template = Template.fromJSON(
  JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, unknown>,
);
const idOf = (type: string): string => Object.keys(template.findResources(type)).join();

it('notifies an address of the other account when the API is unhealthy or unobserved', () => {
  template.hasResourceProperties('AWS::Route53::HealthCheck', {
    HealthCheckConfig: {
      Type: 'HTTPS',
      FullyQualifiedDomainName: { Ref: 'Domain' },
      ResourcePath: systemRoutes.health.path,
    },
  });
  template.hasResourceProperties('AWS::SNS::Topic', {
    Subscription: [{ Protocol: 'email', Endpoint: { Ref: 'Email' } }],
  });
  const topic = [{ Ref: idOf('AWS::SNS::Topic') }];
  template.hasResourceProperties('AWS::CloudWatch::Alarm', {
    Namespace: 'AWS/Route53',
    MetricName: 'HealthCheckStatus',
    Dimensions: [{ Name: 'HealthCheckId', Value: { Ref: idOf('AWS::Route53::HealthCheck') } }],
    ComparisonOperator: 'LessThanThreshold',
    Threshold: 1,
    TreatMissingData: 'breaching',
    AlarmActions: topic,
    OKActions: topic,
  });
});

it('is a template that CloudFormation accepts', () => {
  const app = createApp();
  new CfnInclude(new Stack(app, 'watcher'), 'template', { templateFile: FILE });
  checkBestPractices(app);
  let findings = '';
  try {
    app.synth();
  } catch (error) {
    findings = String(error);
  }
  expect(findings).toBe('');
});
