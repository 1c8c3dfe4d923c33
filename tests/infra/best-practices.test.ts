import { type App, CfnResource, Stack } from 'aws-cdk-lib';
import { CfnInclude } from 'aws-cdk-lib/cloudformation-include';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../infra/define-app.ts';
import { checkBestPractices } from '../../infra/synthesize.ts';
import { PRODUCTION_CONFIG } from './production.ts';
import { isNightly } from '../support/tier.ts';
import { createStageApp } from './template.ts';

/** Synthesizes an app. Returns the findings: each construct with the rule that it violates. */
function findingsIn(app: App): string[] {
  checkBestPractices(app);
  try {
    app.synth();
    return [];
  } catch (error) {
    const findings = Array.from(
      String(error).matchAll(/^ {3}(\S+) .*\n {3}Acknowledge with '(.*)'$/gm),
      ([, path, rule]) => `${path} ${rule}`,
    );
    if (findings.length === 0) throw error;
    return findings;
  }
}

describe('the CloudFormation rules and cdk-nag’s AwsSolutions', () => {
  const variants: readonly Record<string, unknown>[] = [
    { egress: { kind: 'hosts', count: 3 }, hostedZoneId: 'Z0123456789ABCDEFGHIJ' },
    { egress: { kind: 'socks5' } },
  ];
  // Outside the nightly run, the first variant is enough: it has all resources of the second one
  // except the secret of its proxy.
  it.each(isNightly ? variants : variants.slice(0, 1))(
    'find only suppressed findings in production with %o',
    (values) => {
      expect(findingsIn(createStageApp('prod', { ...PRODUCTION_CONFIG, ...values }))).toEqual([]);
    },
  );

  it('find nothing in the template of the watcher', () => {
    const app = createApp();
    const templateFile = 'infra/watcher.json';
    const included = new CfnInclude(new Stack(app, 'watcher'), 'template', { templateFile });
    expect(included.getResource('Alarm').node.id).toBe('Alarm');
    expect(findingsIn(app)).toEqual([]);
  });

  it('stop a careless deployment', () => {
    const app = createStageApp('dev', { kind: 'dev' });
    const stack = app.node.findChild('Tamis-dev');
    const bucket = new Bucket(stack, 'careless');
    const properties = { VisibilityTimeout: 'a while' };
    const queue = new CfnResource(bucket, 'refused', { type: 'AWS::SQS::Queue', properties });
    expect(Stack.of(queue)).toBe(stack);
    expect(findingsIn(app)).toEqual([
      'Tamis-dev/careless/refused CloudFormation-Validate::F3012',
      'Tamis-dev/careless/Resource AwsSolutions::AwsSolutions-S10',
    ]);
  });
});
