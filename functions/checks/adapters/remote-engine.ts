import { InvokeCommand, type LambdaClient, TooManyRequestsException } from '@aws-sdk/client-lambda';
import { AppError } from '../../../shared/contract/errors.ts';
import { engineResponse, type EngineCall } from '../../../shared/messages/engine.ts';
import { currentRequestId } from '../../platform/request-id.ts';
import type { Engine } from './engine.ts';

interface RemoteEngineOptions {
  readonly name: string;
  /** Whether the function only looks up domains, without contacting mail servers. */
  readonly domainsOnly: boolean;
}

/**
 * Creates an engine that calls a separate function, whose role cannot access customers' data.
 * Validates the response, because that function parses data from strangers' servers. Throws the
 * AppError `checks_unavailable` if Lambda throttles the call, so that no server was contacted.
 */
export function createRemoteEngine(
  client: LambdaClient,
  { name, domainsOnly }: RemoteEngineOptions,
): Engine {
  let connections = 0;
  return {
    get connections() {
      return connections;
    },
    async *verify(addresses, options) {
      const call: EngineCall = {
        requestId: currentRequestId(),
        addresses: [...addresses],
        domainsOnly,
        options,
      };
      const { FunctionError, Payload = new Uint8Array() } = await client
        .send(new InvokeCommand({ FunctionName: name, Payload: JSON.stringify(call) }))
        .catch((error: unknown) => {
          // https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html#API_Invoke_Errors
          if (!(error instanceof TooManyRequestsException)) throw error;
          throw new AppError('checks_unavailable', {}, { cause: error });
        });
      if (FunctionError !== undefined) throw new Error(`the engine failed: ${FunctionError}`);
      const answer = engineResponse.parse(JSON.parse(Buffer.from(Payload).toString()));
      if (answer.verdicts.length !== addresses.length)
        throw new RangeError(
          `the engine returned ${answer.verdicts.length} verdicts for ${addresses.length} addresses`,
        );
      connections += answer.connections;
      for (const [index, verdict] of answer.verdicts.entries()) yield { index, verdict };
    },
  };
}
