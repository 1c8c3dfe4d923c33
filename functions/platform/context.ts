import { dynamoClient, s3Client, secretsClient, sqsClient } from './clients.ts';
import type { Clock, IdGenerator } from './clock.ts';
import type { Get } from './container.ts';
import { createLog } from './create-log.ts';
import { createDb } from './dynamo/create-db.ts';
import { createScan } from './dynamo/scan.ts';
import { readEnv, readLogLevel } from './env.ts';
import { readHeapSettings } from './heap-settings.ts';
import { type Backoff, CONTENDED_RETRY_POLICY, DEFAULT_RETRY_POLICY } from './retry.ts';
import { createS3Blobs } from './s3/s3-blobs.ts';
import { createSecrets } from './secrets/secrets-manager.ts';
import { createSqsRetryScheduler } from './sqs/retries.ts';
import { createSender } from './sqs/sender.ts';
import { systemClock, systemIds } from './system.ts';

/** Dependencies of every feature. A bundle contains only the dependencies that its handler uses. */

export const clock = (): Clock => systemClock;
export const ids = (): IdGenerator => systemIds;
export const env = () => readEnv();
export const log = () => {
  const logger = createLog(readLogLevel(), () => Date.now());
  // Only functions log their start. Commands print only what the operator requested.
  if (process.env['AWS_LAMBDA_FUNCTION_NAME']) logger.info('started', readHeapSettings());
  return logger;
};

export const backoff = (get: Get): Backoff => ({
  ...DEFAULT_RETRY_POLICY,
  sleep: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms);
    }),
  random: () => get(ids).random(),
});

/** Accesses a table by name, for example the old table after a restore. */
export const dbForTable = (get: Get) => (table: string) =>
  createDb(get(dynamoClient), table, get(clock), get(backoff));
export const db = (get: Get) => get(dbForTable)(get(env).TABLE_NAME);
/** Accesses the main table with more retries, for items that many workers write concurrently. */
export const contendedDb = (get: Get) =>
  createDb(get(dynamoClient), get(env).TABLE_NAME, get(clock), {
    ...get(backoff),
    ...CONTENDED_RETRY_POLICY,
  });
export const scan = (get: Get) => createScan(get(dynamoClient), get(env).TABLE_NAME);

export const secrets = (get: Get) => createSecrets(get(secretsClient), get(env), get(clock));

export const blobs = (get: Get) =>
  createS3Blobs(get(s3Client), {
    uploads: get(env).UPLOADS_BUCKET,
    files: get(env).FILES_BUCKET,
  });

export const sender = (get: Get) => createSender(get(sqsClient), get(backoff));
export const retries = (get: Get) => createSqsRetryScheduler(get(sqsClient), get(env), get(log));
