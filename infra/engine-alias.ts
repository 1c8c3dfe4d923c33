import { CloudFormationClient, DescribeStackResourceCommand } from '@aws-sdk/client-cloudformation';
import { GetAliasCommand, LambdaClient, UpdateAliasCommand } from '@aws-sdk/client-lambda';
import { z } from 'zod';
import type { StageConfig } from './stage/config.ts';
import { clientConfigFor, type DeployedStack } from './stage/deployed-stacks.ts';

/** The alias of the engine, through which all callers reach it (constructs/workers.ts). */
export interface EngineAlias {
  readonly functionName: string;
  readonly aliasName: string;
  /** The version that gets the calls now. */
  readonly liveVersion: string;
  /** The version to which CloudFormation moved the alias, and from which CodeDeploy starts. */
  readonly stackVersion: string;
}

const template = z.object({
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z.unknown().optional() }),
  ),
});
const alias = z.object({
  FunctionVersion: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Version')]) }),
});

/** Reads the alias of a deployed core stack. @returns undefined if the stack has none */
export async function readEngineAlias(
  config: StageConfig,
  core: Pick<DeployedStack, 'template'>,
): Promise<EngineAlias | undefined> {
  const { Resources } = template.parse(JSON.parse(await core.template()));
  const [aliasId, properties] =
    Object.entries(Resources).find(([, { Type }]) => Type === 'AWS::Lambda::Alias') ?? [];
  if (aliasId === undefined) return undefined;
  const [versionId] = alias.parse(properties?.Properties).FunctionVersion['Fn::GetAtt'];
  const formation = new CloudFormationClient(clientConfigFor(config));
  // Physical ids are ARNs, whose last parts are the function's name and its alias or version:
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-lambda-alias.html
  const partsOf = async (LogicalResourceId: string): Promise<string[]> => {
    const command = new DescribeStackResourceCommand({
      StackName: `Tamis-${config.stage}`,
      LogicalResourceId,
    });
    const { StackResourceDetail } = await formation.send(command);
    return (StackResourceDetail?.PhysicalResourceId ?? '').split(':').slice(-2);
  };
  const [functionName = '', aliasName = ''] = await partsOf(aliasId);
  const [, stackVersion = ''] = await partsOf(versionId);
  const { FunctionVersion: liveVersion = '' } = await new LambdaClient(
    clientConfigFor(config),
  ).send(new GetAliasCommand({ FunctionName: functionName, Name: aliasName }));
  return { functionName, aliasName, liveVersion, stackVersion };
}

/** Gives all calls to a version of the engine immediately. */
export async function moveEngineAlias(
  config: StageConfig,
  { functionName, aliasName }: EngineAlias,
  version: string,
): Promise<void> {
  await new LambdaClient(clientConfigFor(config)).send(
    new UpdateAliasCommand({
      FunctionName: functionName,
      Name: aliasName,
      FunctionVersion: version,
      RoutingConfig: { AdditionalVersionWeights: {} },
    }),
  );
}
