import { json } from 'node:stream/consumers';
import { resourceNameOf } from '../cloud/resolver.ts';
import { startHttpService } from '../services/http-service.ts';
import type { FunctionRunner } from './runner.ts';

const INVOCATIONS = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

/**
 * Serves the Invoke operation of the Lambda API, with which functions call each other, on a free
 * loopback port: https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html
 */
export async function startLambdaApi() {
  let invoke: FunctionRunner['invoke'] | undefined;
  const { url, close } = await startHttpService(async (message, response) => {
    const [, name = ''] = INVOCATIONS.exec(message.url ?? '') ?? [];
    try {
      const result = await invoke?.(resourceNameOf(decodeURIComponent(name)), await json(message));
      response.end(JSON.stringify(result));
    } catch (error) {
      response.setHeader('x-amz-function-error', 'Unhandled');
      response.end(JSON.stringify({ errorMessage: String(error) }));
    }
  });
  return {
    url,
    close,
    /** Separate from the start, because the functions' environment contains this endpoint's URL. */
    serve(runner: Pick<FunctionRunner, 'invoke'>): void {
      ({ invoke } = runner);
    },
  };
}
