import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { SecurityGroup, Vpc } from 'aws-cdk-lib/aws-ec2';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { StageConfig } from '../stage/config.ts';
import { type Grant, type SecretGrant, secretGrants, SECRETS } from '../features/feature.ts';
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
  /** By the grants that open them; a stage without a domain or a proxy lacks theirs. */
  readonly secrets: Readonly<Record<SecretGrant, Secret | undefined>>;
  /** The network of functions that ask mail servers, where they leave by an address of ours. */
  readonly network: EgressNetwork | undefined;
}

/** `verifyExpress` → `VERIFY_EXPRESS_QUEUE_URL`. */
export const urlSetting = (queue: QueueName): string =>
  `${queue.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_QUEUE_URL`;

type Setting = readonly [name: string, value: string, grant?: Grant | undefined];

/** What is a resource of the stack, with the grant that opens it where that is one alone. */
const resources = (base: Omit<Foundation, 'code'>): readonly Setting[] => [
  ['TABLE_NAME', base.table.tableName],
  ['UPLOADS_BUCKET', base.buckets.uploads.bucketName],
  ['FILES_BUCKET', base.buckets.files.bucketName],
  ...queueNames.map((name): Setting => {
    // By that of lists, every reader of a queue finds its own: functions/platform/sqs/retries.ts.
    const grant = name === 'list' ? undefined : (`send:${name}` as const);
    return [urlSetting(name), base.queues[name].queueUrl, grant];
  }),
  ...secretGrants.flatMap((grant): Setting[] => {
    const secret = base.secrets[grant];
    return secret ? [[SECRETS[grant], secret.secretArn, grant]] : [];
  }),
];

/** The settings of functions/platform/env.ts that are resources of the stack. */
export const resourceSettings = (base: Omit<Foundation, 'code'>): Record<string, string> =>
  Object.fromEntries(resources(base));

/** Settings of the stage that come with a grant, too: they are long. */
const GRANT_OF: Readonly<Record<string, Grant>> = {
  SMTP_EGRESS: 'egress',
  DNS_SERVERS: 'egress',
  INVOICE_SELLER: 'stripe-secret',
};

/**
 * The environment of a function, of which Lambda takes 4 KB:
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html. Functions that ask mail
 * servers get the addresses of all hosts, and beside them only what their grants open; the others
 * get all but these, and commands use such an environment.
 */
export function environmentOf(
  base: Foundation,
  memoryMb: number,
  grants: readonly Grant[],
): Record<string, string> {
  const asks = grants.includes('egress');
  const all: readonly Setting[] = [...Object.entries(base.config.settings), ...resources(base)];
  const given = all.filter(
    ([name, , grant = GRANT_OF[name]]) =>
      grant === undefined || (asks ? grants.includes(grant) : grant !== 'egress'),
  );
  return {
    ...Object.fromEntries(given),
    STAGE: base.config.stage,
    // A young generation left to itself grows until a worker that streams needs twice its memory, and
    // one that waits for mail servers needs little.
    NODE_OPTIONS: `--enable-source-maps --max-semi-space-size=${memoryMb > 256 ? 16 : 4}`,
  };
}
