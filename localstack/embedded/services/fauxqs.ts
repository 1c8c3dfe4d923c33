import { mkdirSync } from 'node:fs';
import { Server } from 'node:net';
import { z } from 'zod';
import type { HttpService } from './http-service.ts';

interface FauxqsOptions {
  readonly region: string;
  /** Folder of the queues. Leave it out to keep them in memory. */
  readonly sqsDir?: string;
}

/**
 * Starts SQS (fauxqs) on a free port of the loopback interface. It does not check signatures, so
 * only our own workers should know the address.
 *
 * Differences from the cloud:
 * - the queue URLs it returns have a host that resolves nowhere: use `queueUrl` below;
 * - ChangeMessageVisibility with 0 seconds fails when the queues are on disk: use 1 or more;
 * - a DelaySeconds above 900 is accepted, MessageGroupId on a standard queue has no effect,
 *   StartMessageMoveTask does not exist;
 * - a request body above 11 MiB is refused.
 */
export async function startFauxqs({
  region,
  sqsDir: dataDir,
}: FauxqsOptions): Promise<Omit<HttpService, 'port'>> {
  // Loaded lazily: commands use only `queueUrl` and need not load fauxqs.
  const { startFauxqs: start } = await import('fauxqs');
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true });
  forceLoopback();
  const server = await start({
    port: 0,
    logger: false,
    defaultRegion: region,
    ...(dataDir !== undefined && { dataDir }),
  });
  return { url: `http://127.0.0.1:${server.port}`, close: () => server.stop() };
}

/** fauxqs listens on every interface and has no option for it: a shared network could read it. */
function forceLoopback(): void {
  const { listen } = Server.prototype;
  Server.prototype.listen = function listenOnLoopback(this: Server, ...args: unknown[]) {
    const [first, ...rest] = args;
    const options = z.looseObject({ host: z.literal('0.0.0.0') }).safeParse(first).data;
    return Reflect.apply(
      listen,
      this,
      options ? [{ ...options, host: '127.0.0.1' }, ...rest] : args,
    );
  };
}

/** The account of all emulated resources. */
export const ACCOUNT_ID = '000000000000';

/** The URL under which the SDK reaches a queue; it sends to the URL's host, not to the endpoint. */
export const queueUrl = (sqsEndpoint: string, queueName: string): string =>
  `${sqsEndpoint}/${ACCOUNT_ID}/${queueName}`;
