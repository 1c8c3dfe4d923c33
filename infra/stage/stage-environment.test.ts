import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import {
  GetFunctionConfigurationCommand,
  InvokeCommand,
  LambdaClient,
} from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { PRODUCTION_CONFIG } from '../../tests/infra/production.ts';
import { checkStageEgress, readStageEnvironment } from './stage-environment.ts';

const [formation, lambda, sts] = [
  mockClient(CloudFormationClient),
  mockClient(LambdaClient),
  mockClient(STSClient),
];
const file = join(mkdtempSync(join(tmpdir(), 'stages-')), 'prod.json');

const stack = (StackName: string, functionName: string) => ({
  StackName,
  StackStatus: 'UPDATE_COMPLETE' as const,
  CreationTime: new Date(0),
  Outputs: [
    { OutputKey: 'AnyFunction', OutputValue: functionName },
    { OutputKey: 'EgressCheck', OutputValue: `${functionName}-egress` },
  ],
});

afterAll(() => {
  for (const client of [formation, lambda, sts]) client.restore();
});
beforeEach(() => {
  for (const client of [formation, lambda, sts]) client.reset();
  writeFileSync(file, JSON.stringify(PRODUCTION_CONFIG));
  sts.on(GetCallerIdentityCommand).resolves({ Account: '111111111111' });
  formation
    .on(DescribeStacksCommand)
    .resolves({ Stacks: [] })
    .on(DescribeStacksCommand, { NextToken: undefined })
    .resolves({ Stacks: [stack('Tamis-prod-eu2', 'another')], NextToken: 'page 2' })
    .on(DescribeStacksCommand, { NextToken: 'page 2' })
    .resolves({ Stacks: [stack('Tamis-prod', 'health')] });
  lambda.on(GetFunctionConfigurationCommand, { FunctionName: 'health' }).resolves({
    Environment: { Variables: { STAGE: 'prod', TABLE_NAME: 'Tamis', NODE_OPTIONS: '--flag' } },
  });
});

describe('the environment of a stage', () => {
  it('comes from a function of its own stack, in whatever order CloudFormation lists the stacks', async () => {
    expect(await readStageEnvironment(file)).toEqual({
      STAGE: 'prod',
      TABLE_NAME: 'Tamis',
      AWS_REGION: 'eu-west-3',
    });
  });

  it('is not read with credentials of another account', async () => {
    sts.on(GetCallerIdentityCommand).resolves({ Account: '222222222222' });
    await expect(readStageEnvironment(file)).rejects.toThrow(
      'The stage prod is in the account 111111111111; these credentials are for 222222222222.',
    );
  });

  it('is not read if AWS rejects the credentials', async () => {
    sts.on(GetCallerIdentityCommand).rejects(new Error('The security token is expired'));
    await expect(readStageEnvironment(file)).rejects.toThrow(
      'The account of the stage prod is not accessible: The security token is expired.',
    );
  });

  it('does not exist before the first deployment', async () => {
    formation.reset();
    formation.on(DescribeStacksCommand).resolves({ Stacks: [] });
    await expect(readStageEnvironment(file)).rejects.toThrow(
      'The stage prod is not deployed: npm run',
    );
  });
});

describe('the egress check of a stage', () => {
  const answer = (text: string, FunctionError?: string) =>
    lambda.on(InvokeCommand, { FunctionName: 'health-egress' }).resolves({
      Payload: Object.assign(new TextEncoder().encode(text), { transformToString: () => text }),
      ...(FunctionError && { FunctionError }),
    });

  it('runs in the stage and returns its findings', async () => {
    const found = ['mta1.verify.acme.com open accepted', 'mta2.verify.acme.com shut timeout no_mx'];
    answer(JSON.stringify({ outcome: 'failed', addresses: 2, shut: 1, found }));
    expect(await checkStageEgress(file)).toEqual(found);
  });

  it('returns nothing if the egress is off', async () => {
    answer(JSON.stringify({ outcome: 'skipped' }));
    expect(await checkStageEgress(file)).toEqual([]);
  });

  it('throws if the run failed', async () => {
    answer(JSON.stringify({ errorMessage: 'out of time' }), 'Unhandled');
    await expect(checkStageEgress(file)).rejects.toThrow('out of time');
  });
});
