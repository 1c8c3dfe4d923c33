import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { SecurityGroup, Vpc } from 'aws-cdk-lib/aws-ec2';
import type { Code, IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { StageConfig } from '../stage/config.ts';
import {
  type Grant,
  type SecretGrant,
  secretGrants,
  SECRET_SETTINGS,
} from '../features/feature.ts';
import { type QueueName, queueNames } from '../features/queues.ts';
import type { Buckets } from './buckets.ts';
import type { Queues } from './queues.ts';

/** Network of the functions that connect to mail servers. */
export interface EgressNetwork {
  readonly vpc: Vpc;
  readonly securityGroup: SecurityGroup;
}

export interface StackContext {
  readonly config: StageConfig;
  readonly code: (bundle: string) => Code;
  readonly table: ITable;
  readonly buckets: Buckets;
  readonly queues: Queues;
  /** The engine's function or alias, which is created after the functions that call it. */
  readonly engine: Pick<IFunction, 'functionArn' | 'functionName'>;
  /** Secrets by grant. `service-key` is undefined without a domain, `egress` without a proxy. */
  readonly secrets: Readonly<Record<SecretGrant, Secret | undefined>>;
  /** Undefined if the stage has no egress hosts. */
  readonly network: EgressNetwork | undefined;
}

/** Converts `engineBulk` to `ENGINE_BULK_QUEUE_URL`. */
export const queueUrlVariable = (queue: QueueName): string =>
  `${queue.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_QUEUE_URL`;

type Setting = readonly [name: string, value: string, grant?: Grant | undefined];

/** Settings that name resources, each with the grant that gives access to the resource. */
const resources = (base: Omit<StackContext, 'code'>): readonly Setting[] => [
  ['TABLE_NAME', base.table.tableName],
  ['UPLOADS_BUCKET', base.buckets.uploads.bucketName],
  ['FILES_BUCKET', base.buckets.files.bucketName],
  ...queueNames.map((name): Setting => {
    // Every function gets the URL of `list`, from which readers derive the URL of their own queue
    // (functions/platform/sqs/retries.ts).
    const grant = name === 'list' ? undefined : (`send:${name}` as const);
    return [queueUrlVariable(name), base.queues[name].queueUrl, grant];
  }),
  ['ENGINE_FUNCTION', base.engine.functionName, 'engine'],
  ...secretGrants.flatMap((grant): Setting[] => {
    const secret = base.secrets[grant];
    return secret ? [[SECRET_SETTINGS[grant], secret.secretArn, grant]] : [];
  }),
];

export const resourceSettings = (base: Omit<StackContext, 'code'>): Record<string, string> =>
  Object.fromEntries(resources(base));

/** Long stage settings, each with a grant by which `createFunctionEnvironment` selects them. */
const GRANT_OF: Readonly<Record<string, Grant>> = {
  SMTP_EGRESS: 'egress',
  DNS_SERVERS: 'egress',
  INVOICE_SELLER: 'stripe-secret',
};

/** Grants whose settings no command needs, so that only functions with the grant get them. */
const RARE_GRANT = /^(egress|send:(engine\w+|connections))$/;

/**
 * Returns the environment of a function, which Lambda limits to 4 KB
 * (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html). Functions that connect
 * to mail servers get the addresses of all hosts, and, like those that send them tasks or that start
 * imports, otherwise only what their grants require. All other functions get every setting except those, because CLI
 * commands run with their environment.
 */
export function createFunctionEnvironment(
  base: StackContext,
  memoryMb: number,
  grants: readonly Grant[],
): Record<string, string> {
  const isRestricted = ['egress', 'send:engineBulk', 'send:connections'].some((each) =>
    grants.includes(each as Grant),
  );
  const all: readonly Setting[] = [...Object.entries(base.config.settings), ...resources(base)];
  const granted = all.filter(
    ([name, , grant = GRANT_OF[name]]) =>
      grant === undefined || grants.includes(grant) || !(isRestricted || RARE_GRANT.test(grant)),
  );
  return {
    ...Object.fromEntries(granted),
    STAGE: base.config.stage,
    // Without a limit, the young generation of the heap grows until a streaming worker needs twice
    // its memory; a worker that waits for mail servers needs little.
    NODE_OPTIONS: `--enable-source-maps --max-semi-space-size=${memoryMb > 256 ? 16 : 4}`,
  };
}
