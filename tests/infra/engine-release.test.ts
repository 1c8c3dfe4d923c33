import { Template } from 'aws-cdk-lib/assertions';
import { Stack } from 'aws-cdk-lib';
import { beforeAll, expect, test } from 'vitest';
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
  // Keeps the version for switching back, unless its own deployment fails.
  expect(version.DeletionPolicy).toBe('RetainExceptOnCreate');
  const early = Object.entries(findResources('prod', 'AWS::Lambda::Function')).filter(
    ([, { Properties }]) => !JSON.stringify(Properties).includes(`{"Ref":"${alias.id}"}`),
  );
  // Functions that import contacts or only send messages never call the engine.
  expect(early.map(([id]) => id.slice(0, -8)).toSorted()).toEqual([
    'apiapplyVerdicts',
    'apiconnect',
    'apiimportContacts',
    'apiundoApply',
    'workerscheckEgress',
    'workersengine',
    'workersprivacySweep',
    'workersreconcile',
    'workersrunConnections',
  ]);
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
  const { AlarmConfiguration } = group.Properties as {
    AlarmConfiguration: { Alarms: [{ Name: { Ref: string } }] };
  };
  const alarm = findResources('prod', 'AWS::CloudWatch::Alarm')[
    AlarmConfiguration.Alarms[0].Name.Ref
  ];
  expect(alarm?.Properties).toMatchObject({
    MetricName: 'Errors',
    ComparisonOperator: 'GreaterThanThreshold',
    Threshold: 0,
    TreatMissingData: 'notBreaching',
    Dimensions: expect.arrayContaining([
      { Name: 'ExecutedVersion', Value: { 'Fn::GetAtt': [version.id, 'Version'] } },
    ]),
  });
});

test('the new version gets all calls at once if the operator asks for it', () => {
  const groups = createStageApp('prod', undefined, { now: '1' })
    .node.children.filter((child) => child instanceof Stack)
    .flatMap((stack) =>
      Object.values(Template.fromStack(stack).findResources('AWS::CodeDeploy::DeploymentGroup')),
    );
  expect(groups).toMatchObject([
    { Properties: { DeploymentConfigName: 'CodeDeployDefault.LambdaAllAtOnce' } },
  ]);
});

test('the engine keeps its role when its rights change, because two versions must share it', () => {
  const engine = Object.entries(findResources('prod', 'AWS::Lambda::Function')).find(([id]) =>
    id.startsWith('workersengine'),
  );
  expect(JSON.stringify(engine?.[1].Properties['Role'])).toMatch(/Roleengine/);
});
