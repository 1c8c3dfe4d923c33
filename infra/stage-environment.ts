import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { configOf } from './config.ts';
import { checkCredentials, stacksOf } from './deployed.ts';
import { IncompleteError, readStage } from './stage-file.ts';

/**
 * The environment in which a command of the application reaches a deployed stage.
 * @param named the name of the stage, or the path of its file
 * @throws {IncompleteError} when it is not deployed, or the credentials are of another account
 */
export async function stageEnvironment(named: string): Promise<Record<string, string>> {
  const { stage, file } = readStage(named);
  const config = configOf(stage, file);
  await checkCredentials(config);
  const name = (await stacksOf(config)).get(`Tamis-${stage}`)?.outputs['AnyFunction'];
  if (name === undefined)
    throw new IncompleteError(`The stage ${stage} is not deployed: npm run deploy -- ${named}`);
  const region = config.account?.env.region;
  const { Environment } = await new LambdaClient({ ...(region && { region }) }).send(
    new GetFunctionConfigurationCommand({ FunctionName: name }),
  );
  // Options for the Node of Lambda.
  const { NODE_OPTIONS: _, ...variables } = Environment?.Variables ?? {};
  return { ...variables, ...(region && { AWS_REGION: region }) };
}
