import { flushCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { EnvironmentMessage, ErrorReport, InvokeMessage } from './protocol.ts';

/**
 * The program of an environment: loads one handler and runs it, an invocation at a time. It is
 * started with the file and the name of the handler's export as arguments.
 */

type Handler = (event: unknown, context: unknown) => unknown;

const say = (message: EnvironmentMessage): void => void process.send?.(message);

// Without a runner nobody is left to answer, however it ended.
process.on('disconnect', () => process.exit(0));
// Ctrl-C in a terminal reaches every process of its group; the runner decides when to end.
process.on('SIGINT', () => {});

const [, , file = '', name = ''] = process.argv;
try {
  const handler = await load(file, name);
  process.on('message', (message: InvokeMessage) => void invoke(handler, message));
  say({ kind: 'ready' });
  // The next environment of this function starts in half the time.
  flushCompileCache();
} catch (error) {
  say({ kind: 'init-failed', error: report(error) });
}

async function load(path: string, exportName: string): Promise<Handler> {
  const module: Record<string, unknown> = await import(pathToFileURL(path).href);
  const handler = module[exportName];
  if (typeof handler !== 'function') {
    throw new TypeError(`${exportName} is undefined or not exported`);
  }
  return handler as Handler;
}

async function invoke(handler: Handler, message: InvokeMessage): Promise<void> {
  try {
    const result = await handler(JSON.parse(message.event), contextOf(message));
    say({ kind: 'done', result: JSON.stringify(result) ?? 'null' });
  } catch (error) {
    console.error(error);
    say({ kind: 'failed', error: report(error) });
  }
}

/** https://docs.aws.amazon.com/lambda/latest/dg/nodejs-context.html */
function contextOf({ requestId, deadline }: InvokeMessage): object {
  const { env } = process;
  const functionName = env['AWS_LAMBDA_FUNCTION_NAME'];
  return {
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: env['EMBEDDED_FUNCTION_ARN'],
    memoryLimitInMB: env['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'],
    awsRequestId: requestId,
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: `embedded/${process.pid}`,
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}

function report(error: unknown): ErrorReport {
  if (!(error instanceof Error)) {
    return { errorType: typeof error, errorMessage: String(error), trace: [] };
  }
  const { name: errorType, message: errorMessage, stack = '' } = error;
  return { errorType, errorMessage, trace: stack.split('\n') };
}
