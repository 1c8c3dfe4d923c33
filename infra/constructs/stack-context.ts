import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { SecurityGroup, Vpc } from 'aws-cdk-lib/aws-ec2';
import type { Code, IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { StageConfig } from '../stage/config.ts';
import {
  FILE_AREAS,
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

/**
 * A setting, with a pattern of the grants that need it. Without a pattern, every function gets the
 * setting.
 */
type Setting = readonly [name: string, value: string, grants?: RegExp | undefined];

const only = (grant: Grant): RegExp => new RegExp(`^${grant}$`);
const FILE_GRANT = new RegExp(`^(${FILE_AREAS.join('|')}):`);

/** Settings that name resources, each with the grants that give access to the resource. */
const resources = (base: Omit<StackContext, 'code'>): readonly Setting[] => [
  ['TABLE_NAME', base.table.tableName],
  ['UPLOADS_BUCKET', base.buckets.uploads.bucketName, FILE_GRANT],
  ['FILES_BUCKET', base.buckets.files.bucketName, FILE_GRANT],
  ...queueNames.map((name): Setting => {
    // Every function gets the URL of `list`, from which readers derive the URL of their own queue
    // (functions/platform/sqs/retries.ts).
    const grant = name === 'list' ? undefined : only(`send:${name}`);
    return [queueUrlVariable(name), base.queues[name].queueUrl, grant];
  }),
  ['ENGINE_FUNCTION', base.engine.functionName, only('engine')],
  ...secretGrants.flatMap((grant): Setting[] => {
    const secret = base.secrets[grant];
    return secret ? [[SECRET_SETTINGS[grant], secret.secretArn, only(grant)]] : [];
  }),
];

export const resourceSettings = (base: Omit<StackContext, 'code'>): Record<string, string> =>
  Object.fromEntries(resources(base).map(([name, value]) => [name, value]));

/** Stage settings that only functions with a grant read. A test compares them with the code. */
const STAGE_SETTINGS: Readonly<Record<string, RegExp>> = {
  SMTP_EGRESS: only('egress'),
  SMTP_HELO: only('egress'),
  SMTP_MAIL_FROM: only('egress'),
  DNS_SERVERS: only('egress'),
  EGRESS_TEST_ADDRESS: only('egress'),
  MAIL_FROM: only('send-mail'),
  SUPPORT_URL: only('send-mail'),
  OPERATOR_EMAIL: only('send:mail'),
  INVOICE_SELLER: only('stripe-secret'),
};

/** Name of the function with whose environment CLI commands run. */
export const COMMAND_FUNCTION = 'health';

/** Settings that no command reads, omitted because they would exceed Lambda's limit. */
const RARE_SETTING =
  /^(SMTP_\w+|DNS_SERVERS|EGRESS_(SECRET_ID|TEST_ADDRESS)|(CONNECTIONS|ENGINE_(EXPRESS|BULK))_QUEUE_URL)$/;

/**
 * Returns the environment of a function, which Lambda limits to 4 KB
 * (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html): the settings that its
 * grants require, and the settings that every function needs.
 * @param needs grants; `commands` for every setting that a command may read
 */
export function createFunctionEnvironment(
  base: StackContext,
  memoryMb: number,
  needs: readonly Grant[] | 'commands',
): Record<string, string> {
  const all: readonly Setting[] = [
    ...Object.entries(base.config.settings).map(([name, value]): Setting => [
      name,
      value,
      STAGE_SETTINGS[name],
    ]),
    ...resources(base),
  ];
  const granted = all.filter(([name, , grants]) =>
    needs === 'commands'
      ? !RARE_SETTING.test(name)
      : grants === undefined || needs.some((grant) => grants.test(grant)),
  );
  return {
    ...Object.fromEntries(granted.map(([name, value]) => [name, value])),
    STAGE: base.config.stage,
    // Without a limit, the young generation of the heap grows until a streaming worker needs twice
    // its memory; a worker that waits for mail servers needs little.
    NODE_OPTIONS: `--enable-source-maps --max-semi-space-size=${memoryMb > 256 ? 16 : 4}`,
  };
}
