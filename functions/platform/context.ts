import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESClient } from '@aws-sdk/client-ses';
import { SQSClient } from '@aws-sdk/client-sqs';
import { createLog } from './create-log.ts';
import { createDb } from './dynamo/create-db.ts';
import { CONTENDED, PATIENCE } from './dynamo/patience.ts';
import { createScan } from './dynamo/scan.ts';
import { readEnv, readLogLevel } from './env.ts';
import { heapFigures } from './heap-figures.ts';
import { createLimits } from './limits/dynamo-limits.ts';
import { once } from './once.ts';
import type { Backoff } from './retry.ts';
import { createS3Blobs } from './s3/s3-blobs.ts';
import { createSecrets } from './secrets/secrets-manager.ts';
import { createSesMailer } from './ses/ses-mailer.ts';
import { createRetries } from './sqs/retries.ts';
import { createSender } from './sqs/sender.ts';
import { systemClock, systemIds } from './system.ts';

/**
 * The parts every function stands on. Each is made at its first use; a bundle holds those that its
 * handler names, and what they are made of.
 */

export const clock = () => systemClock;
export const ids = () => systemIds;
export const env = /* @__PURE__ */ once(() => readEnv());
export const log = /* @__PURE__ */ once(() => {
  const made = createLog(readLogLevel(), () => Date.now());
  // A command that people run writes what they asked for.
  if (process.env['AWS_LAMBDA_FUNCTION_NAME']) made.info('started', heapFigures());
  return made;
});

const backoff: Backoff = {
  ...PATIENCE,
  sleep: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms);
    }),
  random: () => systemIds.random(),
};

const dynamo = /* @__PURE__ */ once(() => new DynamoDBClient());
/** A table by its name, such as the one that a restore has left behind. */
export const dbOf = (table: string) => createDb(dynamo(), table, systemClock, backoff);
export const db = /* @__PURE__ */ once(() => dbOf(env().TABLE_NAME));
/** The same table, for items that many workers write at once. */
export const contendedDb = /* @__PURE__ */ once(() =>
  createDb(dynamo(), env().TABLE_NAME, systemClock, { ...backoff, ...CONTENDED }),
);

export const scan = /* @__PURE__ */ once(() => createScan(dynamo(), env().TABLE_NAME));

export const secrets = /* @__PURE__ */ once(() =>
  createSecrets(new SecretsManagerClient(), env().APP_SECRET_ID, systemClock),
);

export const limits = /* @__PURE__ */ once(() =>
  createLimits(db(), systemClock, log(), env().LIMIT_FACTOR),
);

/** Emulators serve buckets by path, whatever their host is called. */
const isEmulated = (): boolean =>
  Boolean(process.env['AWS_ENDPOINT_URL_S3'] ?? process.env['AWS_ENDPOINT_URL']);

export const blobs = /* @__PURE__ */ once(() =>
  createS3Blobs(new S3Client({ forcePathStyle: isEmulated() }), {
    uploads: env().UPLOADS_BUCKET,
    files: env().FILES_BUCKET,
  }),
);

const sqs = /* @__PURE__ */ once(() => new SQSClient());
export const sender = /* @__PURE__ */ once(() => createSender(sqs(), backoff));

export const retries = /* @__PURE__ */ once(() => createRetries(sqs(), env(), log()));

export const mailer = /* @__PURE__ */ once(() =>
  createSesMailer(new SESClient({ maxAttempts: 1 }), env().MAIL_FROM, log()),
);
