import {
  GetFunctionConfigurationCommand,
  InvokeCommand,
  LambdaClient,
} from '@aws-sdk/client-lambda';
import { z } from 'zod';
import { createStageConfig } from './config.ts';
import { checkCredentials, clientConfigFor, readDeployedStacks } from './deployed-stacks.ts';
import { StageError, readStageFile } from './stage-file.ts';

const runResult = z.object({ found: z.array(z.string()).default([]) });

/**
 * Returns the environment variables with which a command of the application accesses a deployed
 * stage.
 * @param stageArg the stage name, or the path of its file
 * @throws {StageError} when the stage is not deployed, or the credentials belong to another account
 */
export async function readStageEnvironment(stageArg: string): Promise<Record<string, string>> {
  const { lambda, name, region } = await functionOf(stageArg, 'AnyFunction');
  const { Environment } = await lambda.send(
    new GetFunctionConfigurationCommand({ FunctionName: name }),
  );
  // The deployed NODE_OPTIONS are for Lambda's Node.
  const { NODE_OPTIONS: _, ...variables } = Environment?.Variables ?? {};
  return { ...variables, ...(region && { AWS_REGION: region }) };
}

/**
 * Makes a deployed stage check its egress addresses, which are only reachable from its own network.
 * @param stageArg the stage name, or the path of its file
 * @returns a line for each address: its name, `open` or `shut`, the reason of its verdict, and any
 * problems that mail servers would object to; empty if the egress is off
 * @throws {StageError} if the stage is not accessible, or the run fails
 */
export async function checkStageEgress(stageArg: string): Promise<readonly string[]> {
  const { lambda, name } = await functionOf(stageArg, 'EgressCheck');
  // `FunctionError` is set if the function threw:
  // https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html
  const { FunctionError, Payload } = await lambda.send(new InvokeCommand({ FunctionName: name }));
  const payload = Payload?.transformToString() ?? '';
  if (FunctionError !== undefined) throw new StageError(`The egress check failed: ${payload}`);
  return runResult.parse(JSON.parse(payload)).found;
}

async function functionOf(stageArg: string, output: 'AnyFunction' | 'EgressCheck') {
  const { stage, file } = readStageFile(stageArg);
  const config = createStageConfig(stage, file);
  await checkCredentials(config);
  const name = (await readDeployedStacks(config)).get(`Tamis-${stage}`)?.outputs[output];
  if (name === undefined)
    throw new StageError(`The stage ${stage} is not deployed: npm run deploy -- ${stageArg}`);
  const { region } = clientConfigFor(config);
  return { lambda: new LambdaClient(clientConfigFor(config)), name, region };
}
