import { mkdirSync } from 'node:fs';
import { Server } from 'node:net';
import { z } from 'zod';
import type { HttpService } from './http-service.ts';

interface FauxqsOptions {
  readonly region: string;
  /** Folder for the queues. Without it, they are kept in memory. */
  readonly sqsDir?: string;
}

/**
 * Starts SQS (fauxqs) on a free loopback port. It does not check signatures, so only our own
 * workers should know the port.
 *
 * Differences from AWS:
 * - the queue URLs it returns have a host that does not resolve: use `queueUrl` below;
 * - ChangeMessageVisibility with 0 seconds fails if the queues are on disk: use 1 or more;
 * - a DelaySeconds above 900 is accepted, MessageGroupId has no effect on a standard queue, and
 *   StartMessageMoveTask does not exist;
 * - a request body above 11 MiB is rejected.
 */
export async function startFauxqs({
  region,
  sqsDir: dataDir,
}: FauxqsOptions): Promise<Omit<HttpService, 'port'>> {
  // Loaded lazily, because most programs that import this file use only `queueUrl`.
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

/** fauxqs has no option for this; otherwise anyone on the network could read messages. */
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

export const ACCOUNT_ID = '000000000000';

/** The SDK sends requests to the host in a queue's URL, not to the endpoint. */
export const queueUrl = (sqsEndpoint: string, queueName: string): string =>
  `${sqsEndpoint}/${ACCOUNT_ID}/${queueName}`;
