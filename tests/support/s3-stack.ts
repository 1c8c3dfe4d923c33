import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import type { S3Event } from '../../lab/embedded/s3/notifications.ts';
import { type S3Options, startS3 } from '../../lab/embedded/s3/server.ts';

export const S3_CREDENTIALS = { accessKeyId: 'AKIDTEST', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG' };
export const REGION = 'eu-west-3';
export const BUCKET = 'uploads-test';

export type S3TestStack = Awaited<ReturnType<typeof startS3TestStack>>;

/** Starts a local S3 with one bucket and without CORS rules, unless the options replace them. */
export async function startS3TestStack(options: Partial<S3Options> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 's3-'));
  /** Notification events, in the order in which they were sent. */
  const events: S3Event['Records'] = [];
  const server = await startS3({
    folder,
    credentials: S3_CREDENTIALS,
    region: REGION,
    buckets: {
      [BUCKET]: { notifications: [{ prefix: '', queueUrl: 'queue' }] },
    },
    async send(_queueUrl, body) {
      const event: S3Event = JSON.parse(body);
      events.push(...event.Records);
    },
    now: () => new Date(),
    ...options,
  });
  const clientWith = (credentials: typeof S3_CREDENTIALS): S3Client =>
    new S3Client({ endpoint: server.url, region: REGION, credentials, maxAttempts: 1 });
  const s3 = clientWith(S3_CREDENTIALS);
  const close = async (): Promise<void> => {
    s3.destroy();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { s3, url: server.url, folder, events, clientWith, close, [Symbol.asyncDispose]: close };
}
