import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { startFauxqs } from '../services/fauxqs.ts';
import { startS3Edge } from './edge.ts';
import type { S3EdgeOptions } from './edge.ts';
import type { S3Event } from './notifications.ts';

export const CREDENTIALS = { accessKeyId: 'AKIDTEST', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG' };
export const REGION = 'eu-west-3';
export const BUCKET = 'uploads-test';

/** An edge on a fauxqs of its own, for tests. */
export interface TestStack extends AsyncDisposable {
  readonly s3: S3Client;
  readonly url: string;
  /** The folder in which fauxqs keeps the objects. */
  readonly folder: string;
  /** Events in the order they were sent. */
  readonly events: S3Event['Records'];
  clientWith(credentials: typeof CREDENTIALS): S3Client;
  close(): Promise<void>;
}

/** Options replace those of the default stack, which has one bucket without CORS. */
export async function startTestStack(options: Partial<S3EdgeOptions> = {}): Promise<TestStack> {
  const folder = await mkdtemp(join(tmpdir(), 's3-edge-'));
  const fauxqs = await startFauxqs({
    region: REGION,
    s3Dir: folder,
    logFile: join(folder, 'fauxqs.log'),
  });
  const events: S3Event['Records'] = [];
  const edge = await startS3Edge({
    upstream: fauxqs.value,
    credentials: CREDENTIALS,
    region: REGION,
    buckets: {
      [BUCKET]: { notifications: [{ events: ['s3:ObjectCreated:*'], queueUrl: 'queue' }] },
    },
    sqs: {
      async send(_queueUrl, body) {
        const event: S3Event = JSON.parse(body);
        events.push(...event.Records);
      },
    },
    now: () => new Date(),
    ...options,
  });
  const clientWith = (credentials: typeof CREDENTIALS): S3Client =>
    new S3Client({ endpoint: edge.url, region: REGION, credentials, maxAttempts: 1 });
  const s3 = clientWith(CREDENTIALS);
  await s3.send(new CreateBucketCommand({ Bucket: BUCKET }));
  const close = async (): Promise<void> => {
    s3.destroy();
    await edge.close();
    await fauxqs.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return {
    s3,
    url: edge.url,
    folder,
    events,
    clientWith,
    close,
    [Symbol.asyncDispose]: close,
  };
}
