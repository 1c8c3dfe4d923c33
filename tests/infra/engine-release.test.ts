import { CloudFormationClient, DescribeStackResourceCommand } from '@aws-sdk/client-cloudformation';
import { GetAliasCommand, LambdaClient, UpdateAliasCommand } from '@aws-sdk/client-lambda';
import { Template } from 'aws-cdk-lib/assertions';
import { Stack } from 'aws-cdk-lib';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { moveEngineAlias, readEngineAlias } from '../../infra/engine-alias.ts';
import { createStageConfig } from '../../infra/stage/config.ts';
import { PRODUCTION_CONFIG } from './production.ts';
import { createStageApp, findResources, synthesizeTemplate } from './template.ts';

/** Tests how a new version of the engine replaces the previous one in production. */

beforeAll(() => {
  synthesizeTemplate('prod');
});

function only(type: string) {
  const [[id = '', resource] = [], ...others] = Object.entries(findResources('prod', type));
  expect(others).toEqual([]);
  return { id, ...resource };
}

test('no function is updated before the engine’s new version has answered the probe', () => {
  const version = only('AWS::Lambda::Version');
  const probe = only('Custom::Trigger');
  const alias = only('AWS::Lambda::Alias');
  expect(alias.DependsOn).toEqual([probe.id]);
  expect(probe.Properties).toMatchObject({
    HandlerArn: { Ref: version.id },
    InvocationType: 'RequestResponse',
  });
  // Keeps the version for a rollback, unless its own deployment fails.
  expect(version.DeletionPolicy).toBe('RetainExceptOnCreate');
  const early = Object.entries(findResources('prod', 'AWS::Lambda::Function')).filter(
    ([, { DependsOn = [] }]) => !DependsOn.includes(alias.id),
  );
  expect(early.map(([id]) => id.slice(0, -8))).toEqual(['workersengine']);
});

test('the new version gets a tenth of the calls for ten minutes, and none after a failed run', () => {
  const version = only('AWS::Lambda::Version');
  const group = only('AWS::CodeDeploy::DeploymentGroup');
  expect(only('AWS::Lambda::Alias')).toMatchObject({
    UpdatePolicy: { CodeDeployLambdaAliasUpdate: { DeploymentGroupName: { Ref: group.id } } },
  });
  expect(group.Properties).toMatchObject({
    DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent10Minutes',
    AutoRollbackConfiguration: {
      Enabled: true,
      Events: expect.arrayContaining(['DEPLOYMENT_STOP_ON_ALARM']),
    },
  });
  const { AlarmConfiguration } = z
    .object({
      AlarmConfiguration: z.object({
        Enabled: z.literal(true),
        Alarms: z.array(z.object({ Name: z.object({ Ref: z.string() }) })),
      }),
    })
    .parse(group.Properties);
  const alarms = findResources('prod', 'AWS::CloudWatch::Alarm');
  const watched = AlarmConfiguration.Alarms.map(({ Name }) => alarms[Name.Ref]?.Properties);
  const versionIn = (Name: string) => [{ Name, Value: { 'Fn::GetAtt': [version.id, 'Version'] } }];
  const rule = {
    Statistic: 'Sum',
    ComparisonOperator: 'GreaterThanThreshold',
    Threshold: 0,
    TreatMissingData: 'notBreaching',
  };
  expect(watched).toMatchObject([
    {
      ...rule,
      MetricName: 'Errors',
      Dimensions: expect.arrayContaining(versionIn('ExecutedVersion')),
    },
    { ...rule, MetricName: 'engineMessagesFailed', Dimensions: versionIn('version') },
  ]);
});

test('the new version gets all calls at once if the operator asks for it', () => {
  const groups = createStageApp('prod', undefined, { now: '1' })
    .node.children.filter((child) => child instanceof Stack)
    .flatMap((stack) =>
      Object.values(Template.fromStack(stack).findResources('AWS::CodeDeploy::DeploymentGroup')),
    );
  expect(groups).toMatchObject([
    {
      Properties: {
        DeploymentConfigName: 'CodeDeployDefault.LambdaAllAtOnce',
        // Otherwise, the alarm on the failing version would block the deployment of the version
        // that fixes it.
        AlarmConfiguration: { Enabled: false },
      },
    },
  ]);
});

test('the engine keeps its role when its rights change, because two versions must share it', () => {
  const engine = Object.entries(findResources('prod', 'AWS::Lambda::Function')).find(([id]) =>
    id.startsWith('workersengine'),
  );
  expect(JSON.stringify(engine?.[1].Properties['Role'])).toMatch(/Roleengine/);
});

const prod = createStageConfig('prod', PRODUCTION_CONFIG);

test('a deployment reads the versions of the alias and of the stack, and can move the alias', async () => {
  const [formation, lambda] = [mockClient(CloudFormationClient), mockClient(LambdaClient)];
  const FUNCTION = 'arn:aws:lambda:eu-west-3:111111111111:function:Tamis-prod-engine';
  for (const [type, last] of [
    ['AWS::Lambda::Alias', 'live'],
    ['AWS::Lambda::Version', '12'],
  ] as const) {
    const [LogicalResourceId] = Object.keys(findResources('prod', type));
    const StackResourceDetail = {
      LogicalResourceId,
      ResourceType: type,
      LastUpdatedTimestamp: new Date(0),
      ResourceStatus: 'UPDATE_COMPLETE' as const,
      PhysicalResourceId: `${FUNCTION}:${last}`,
    };
    formation
      .on(DescribeStackResourceCommand, { StackName: 'Tamis-prod', LogicalResourceId })
      .resolves({ StackResourceDetail });
  }
  lambda
    .on(GetAliasCommand, { FunctionName: 'Tamis-prod-engine', Name: 'live' })
    .resolves({ FunctionVersion: '11' });
  const template = async () => JSON.stringify(synthesizeTemplate('prod').toJSON());
  const alias = await readEngineAlias(prod, { template });
  expect(alias).toEqual({
    functionName: 'Tamis-prod-engine',
    aliasName: 'live',
    liveVersion: '11',
    stackVersion: '12',
  });
  if (alias) await moveEngineAlias(prod, alias, '12');
  expect(lambda.commandCalls(UpdateAliasCommand).map(({ args: [{ input }] }) => input)).toEqual([
    {
      FunctionName: 'Tamis-prod-engine',
      Name: 'live',
      FunctionVersion: '12',
      // Also completes an interrupted traffic shift.
      RoutingConfig: { AdditionalVersionWeights: {} },
    },
  ]);
  for (const client of [formation, lambda]) client.restore();
});

test('a deployment finds no alias in a stack from before the engine had one', async () => {
  const template = async () => '{"Resources":{"table":{"Type":"AWS::DynamoDB::Table"}}}';
  expect(await readEngineAlias(prod, { template })).toBeUndefined();
});
