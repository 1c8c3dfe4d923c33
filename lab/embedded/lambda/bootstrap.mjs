import { flushCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * Main program of an execution environment: loads one handler and runs it, one invocation at a
 * time. The arguments are the file and the name of the exported handler; protocol.ts defines the
 * messages exchanged with the runner. Written in JavaScript, because stripping types would cost
 * every environment 30 MB and double its startup time.
 */

const send = (message) => process.send?.(message);

// Nobody receives the results once the runner has exited.
process.on('disconnect', () => process.exit(0));
// Ctrl-C in a terminal signals every process of the group; the runner decides when this process
// exits.
process.on('SIGINT', () => {});

const [, , file = '', name = ''] = process.argv;
try {
  const handler = await load(file, name);
  process.on('message', (message) => void invoke(handler, message));
  send({ kind: 'ready' });
  // With the cache, the next environment of this function starts in half the time.
  flushCompileCache();
} catch (error) {
  send({ kind: 'init-failed', error: report(error) });
}

async function load(path, exportName) {
  const module = await import(pathToFileURL(path).href);
  const handler = module[exportName];
  if (typeof handler !== 'function')
    throw new TypeError(`${exportName} is undefined or not exported`);
  return handler;
}

async function invoke(handler, message) {
  const before = process.cpuUsage();
  try {
    const result = await handler(JSON.parse(message.event), contextOf(message));
    send({ kind: 'done', result: JSON.stringify(result) ?? 'null', usage: usageSince(before) });
  } catch (error) {
    console.error(error);
    send({ kind: 'failed', error: report(error), usage: usageSince(before) });
  }
}

function usageSince(before) {
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1000, peakMb: process.resourceUsage().maxRSS / 1024 };
}

/** https://docs.aws.amazon.com/lambda/latest/dg/nodejs-context.html */
function contextOf({ requestId, deadline }) {
  const { env } = process;
  const functionName = env['AWS_LAMBDA_FUNCTION_NAME'];
  return {
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:${env['AWS_REGION']}:000000000000:function:${functionName}`,
    memoryLimitInMB: env['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'],
    awsRequestId: requestId,
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: `embedded/${process.pid}`,
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}

function report(error) {
  return error instanceof Error
    ? { errorType: error.name, errorMessage: error.message }
    : { errorType: typeof error, errorMessage: String(error) };
}
