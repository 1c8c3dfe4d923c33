import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { SecurityGroup, Vpc } from 'aws-cdk-lib/aws-ec2';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { StageConfig } from '../stage/config.ts';
import { type QueueName, queueNames } from '../features/queues.ts';
import type { Buckets } from './buckets.ts';
import type { Queues } from './queues.ts';

/** The network of the functions that verify. */
export interface EgressNetwork {
  readonly vpc: Vpc;
  readonly securityGroup: SecurityGroup;
}

/** What every function stands on. */
export interface Foundation {
  readonly config: StageConfig;
  /** The built code of a bundle folder. */
  readonly code: (bundle: string) => Code;
  readonly table: ITable;
  readonly buckets: Buckets;
  readonly queues: Queues;
  readonly secret: Secret;
  readonly codeSecret: Secret;
  readonly csrfSecret: Secret;
  readonly linkSecret: Secret;
  readonly webhookSecret: Secret;
  readonly stripeSecret: Secret;
  /** The network of functions that ask mail servers, where they leave by an address of ours. */
  readonly network: EgressNetwork | undefined;
  /** Address and password of the proxy, where they leave by one. */
  readonly proxySecret: Secret | undefined;
  /** The test key by which the service is tried, where it has a domain. */
  readonly serviceKeySecret: Secret | undefined;
}

/** `verifyExpress` → `VERIFY_EXPRESS_QUEUE_URL`. */
const urlSetting = (queue: QueueName): string =>
  `${queue.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_QUEUE_URL`;

const queueUrls = (queues: Queues): Record<string, string> =>
  Object.fromEntries(queueNames.map((name) => [urlSetting(name), queues[name].queueUrl]));

/** The settings of functions/platform/env.ts that are resources of the stack. */
export const resourceSettings = (base: Omit<Foundation, 'code'>): Record<string, string> => ({
  TABLE_NAME: base.table.tableName,
  UPLOADS_BUCKET: base.buckets.uploads.bucketName,
  FILES_BUCKET: base.buckets.files.bucketName,
  ...queueUrls(base.queues),
  APP_SECRET_ID: base.secret.secretArn,
  CODE_SECRET_ID: base.codeSecret.secretArn,
  CSRF_SECRET_ID: base.csrfSecret.secretArn,
  LINK_SECRET_ID: base.linkSecret.secretArn,
  WEBHOOK_SECRET_ID: base.webhookSecret.secretArn,
  STRIPE_SECRET_ID: base.stripeSecret.secretArn,
  ...(base.serviceKeySecret && { SERVICE_KEY_SECRET_ID: base.serviceKeySecret.secretArn }),
  ...(base.proxySecret && { EGRESS_SECRET_ID: base.proxySecret.secretArn }),
});

/** The environment of a function, nearly the same for all: grants decide who may use what. */
export const environmentOf = (base: Foundation, memoryMb: number): Record<string, string> => ({
  ...base.config.settings,
  ...resourceSettings(base),
  STAGE: base.config.stage,
  // A young generation left to itself grows until a worker that streams needs twice its memory, and
  // one that waits for mail servers needs little.
  NODE_OPTIONS: `--enable-source-maps --max-semi-space-size=${memoryMb > 256 ? 16 : 4}`,
});
