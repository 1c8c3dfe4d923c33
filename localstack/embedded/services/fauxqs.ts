import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ChildOptions, type RunningChild, startChild } from './child-process.ts';
import type { FauxqsChildOptions } from './fauxqs-child.ts';

export interface FauxqsOptions extends ChildOptions {
  readonly region: string;
  /** Folder of the queues. Leave it out to keep them in memory. */
  readonly sqsDir?: string;
}

/**
 * Starts SQS (fauxqs) in a child process on a free port of the loopback interface; `value` is its
 * URL. Without a caller's signature it serves everybody, so only our own workers should know the
 * address.
 *
 * What it does not do as the cloud:
 * - the queue URLs it returns have a host that resolves nowhere: use `queueUrl` below;
 * - ChangeMessageVisibility with 0 seconds fails when the queues are on disk: use 1 or more;
 * - a DelaySeconds above 900 is accepted, MessageGroupId on a standard queue has no effect,
 *   StartMessageMoveTask does not exist;
 * - a request body above 11 MiB is refused.
 */
export async function startFauxqs(options: FauxqsOptions): Promise<RunningChild<string>> {
  const { region, sqsDir } = options;
  if (sqsDir !== undefined) mkdirSync(sqsDir, { recursive: true });
  const childOptions: FauxqsChildOptions = { region, sqsDir };
  return startChild(
    {
      name: 'queues',
      command: process.execPath,
      args: [
        fileURLToPath(new URL('fauxqs-child.ts', import.meta.url)),
        JSON.stringify(childOptions),
      ],
      ipc: true,
      ready: (child) =>
        new Promise((resolve) => {
          child.once('message', (port) => resolve(`http://127.0.0.1:${String(port)}`));
        }),
    },
    options,
  );
}

/** The account all emulated resources belong to. */
export const ACCOUNT_ID = '000000000000';

/** The URL under which the SDK reaches a queue; it sends to the URL's host, not to the endpoint. */
export const queueUrl = (sqsEndpoint: string, queueName: string): string =>
  `${sqsEndpoint}/${ACCOUNT_ID}/${queueName}`;
