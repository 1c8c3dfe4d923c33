import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { resourceNameOf } from '../cloud/resolver.ts';
import { startHttpService } from '../services/http-service.ts';
import type { FunctionRunner } from './runner.ts';

const INVOCATIONS = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;
const MAPPINGS = /^\/2015-03-31\/event-source-mappings(?:\/([^/]*))?$/;
const mappingUpdate = z.object({ Enabled: z.boolean() });
const ruleCall = z.object({ Name: z.string().default('') });

export interface EventSourceSwitch {
  isOn(): boolean;
  /**
   * Turns the source on or off. Resolves when no function is running that it started before it was
   * turned off.
   */
  turn(on: boolean): Promise<void>;
}

interface Sources {
  readonly mappings: ReadonlyMap<string, EventSourceSwitch>;
  readonly rules: ReadonlyMap<string, EventSourceSwitch>;
}

/**
 * Serves the Invoke operation of the Lambda API, with which functions call each other, on a free
 * loopback port (https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html), and the operations
 * of Lambda and EventBridge that list, pause and resume event source mappings and rules.
 */
export async function startLambdaApi() {
  let served: (Pick<FunctionRunner, 'invoke'> & Partial<Sources>) | undefined;
  const { url, close } = await startHttpService(async (message, response) => {
    const [, name = ''] = INVOCATIONS.exec(message.url ?? '') ?? [];
    try {
      const { mappings = new Map(), rules = new Map() } = served ?? {};
      const result = name
        ? await served?.invoke(resourceNameOf(decodeURIComponent(name)), await json(message))
        : await switchSource({ mappings, rules }, message);
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
    serve(runner: NonNullable<typeof served>): void {
      served = runner;
    },
  };
}

async function switchSource({ mappings, rules }: Sources, message: IncomingMessage) {
  const operation = String(message.headers['x-amz-target'] ?? '').split('.')[1];
  if (operation) {
    const { Name } = ruleCall.parse(await json(message));
    const found = rules.get(Name);
    if (/^(Enable|Disable)Rule$/.test(operation)) await found?.turn(operation === 'EnableRule');
    return found
      ? { Name, State: found.isOn() ? 'ENABLED' : 'DISABLED' }
      : { Rules: Array.from(rules.keys(), (each) => ({ Name: each })) };
  }
  const UUID = decodeURIComponent(MAPPINGS.exec(message.url ?? '')?.[1] ?? '');
  const found = mappings.get(UUID);
  if (message.method === 'PUT') await found?.turn(mappingUpdate.parse(await json(message)).Enabled);
  return found
    ? { UUID, State: found.isOn() ? 'Enabled' : 'Disabled' }
    : { EventSourceMappings: Array.from(mappings.keys(), (each) => ({ UUID: each })) };
}
