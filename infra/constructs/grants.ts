import { Stack } from 'aws-cdk-lib';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  FILE_AREAS,
  type FileArea,
  type Grant,
  type SecretGrant,
  secretGrants,
} from '../features/feature.ts';
import { type QueueName, queueNames } from '../features/queues.ts';
import type { Foundation } from './foundation.ts';
import { configurationSetName } from './mail.ts';
import { type ItemsOf, partitions } from '../features/partitions.ts';

type Statement = [
  actions: readonly string[],
  resources: readonly string[],
  /** Patterns that the partition key of an item must match. */
  partitions?: readonly string[] | undefined,
  /** Required sender address of a mail. */
  from?: string,
];
type Statements = readonly Statement[];

/** IAM statements of each grant; a missing grant is a compile error. */
type Meaning = { readonly [Word in Exclude<Grant, Write>]: (base: Foundation) => Statements };

type Write = `write:${ItemsOf}`;
const isWrite = (word: Grant): word is Write => word.startsWith('write:');

const TABLE_READS = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
/** A transaction needs the permissions of the single writes in it. */
const TABLE_WRITES = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:ConditionCheckItem',
];

const FILE_ACTIONS = {
  read: ['s3:GetObject'],
  write: ['s3:PutObject', 's3:AbortMultipartUpload'],
  delete: ['s3:DeleteObject'],
} as const;
type FileVerb = keyof typeof FILE_ACTIONS;

const onFiles =
  (area: FileArea, verb: FileVerb) =>
  ({ buckets }: Foundation): Statements => {
    const bucket = area === 'uploads' ? buckets.uploads : buckets.files;
    const objects: Statement = [FILE_ACTIONS[verb], [bucket.arnForObjects(`${area}/*`)]];
    // Without permission to list the bucket, S3 returns 403 instead of 404 for a missing object.
    return verb === 'write' ? [objects] : [objects, [['s3:ListBucket'], [bucket.bucketArn]]];
  };

const filesByArea = Object.fromEntries(
  FILE_AREAS.flatMap((area) =>
    (Object.keys(FILE_ACTIONS) as FileVerb[]).map((verb) => [
      `${area}:${verb}`,
      onFiles(area, verb),
    ]),
  ),
) as Pick<Meaning, `${FileArea}:${FileVerb}`>;

/** Whether a file exists and which parts have arrived, without permission to read it. */
const onParts = ({ buckets: { uploads } }: Foundation): Statements => [
  [['s3:ListMultipartUploadParts'], [uploads.arnForObjects('uploads/*')]],
  [['s3:ListBucket', 's3:ListBucketMultipartUploads'], [uploads.bucketArn]],
];

const sendsByQueue = Object.fromEntries(
  queueNames.map((name) => [
    `send:${name}`,
    ({ queues }: Foundation): Statements => [[['sqs:SendMessage'], [queues[name].queueArn]]],
  ]),
) as Pick<Meaning, `send:${QueueName}`>;

const readsSecret =
  (grant: SecretGrant) =>
  ({ secrets: { [grant]: secret } }: Foundation): Statements =>
    secret ? [[['secretsmanager:GetSecretValue'], [secret.secretArn]]] : [];

const secretsByGrant = Object.fromEntries(
  secretGrants.map((grant) => [grant, readsSecret(grant)]),
) as Pick<Meaning, SecretGrant>;

const meaning: Meaning = {
  'table:read': ({ table }) => [[TABLE_READS, [table.tableArn]]],
  'lists:clear': ({ table }) => [
    [['dynamodb:BatchWriteItem'], [table.tableArn], [...partitions.tasks, ...partitions.lists]],
  ],
  'table:scan': ({ table }) => [[['dynamodb:Scan'], [table.tableArn]]],
  limits: ({ table }) => [
    [['dynamodb:GetItem', 'dynamodb:UpdateItem'], [table.tableArn], partitions.limits],
  ],
  'key-use': ({ table }) => [[['dynamodb:UpdateItem'], [table.tableArn], partitions.keyUse]],
  ...filesByArea,
  'uploads:parts': onParts,
  ...sendsByQueue,
  ...secretsByGrant,
  'send-mail': sendsMail,
  egress: (base) => [...(base.network ? [onInterfaces] : []), ...secretsByGrant.egress(base)],
};

/**
 * Permissions Lambda needs to attach a function to a network. Interfaces have no predictable name,
 * so they cannot be narrower; the function's own code is denied all of them.
 */
const NETWORK_INTERFACES = [
  'ec2:CreateNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:DeleteNetworkInterface',
  'ec2:AssignPrivateIpAddresses',
  'ec2:UnassignPrivateIpAddresses',
];

const onInterfaces: Statement = [NETWORK_INTERFACES, ['*']];

/**
 * Requests from code carry the function ARN, unlike Lambda's own. Wide, because a role is created
 * before its function: https://docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html
 */
const denyToCode = (): PolicyStatement =>
  new PolicyStatement({
    effect: Effect.DENY,
    actions: NETWORK_INTERFACES,
    resources: ['*'],
    conditions: { ArnEquals: { 'lambda:SourceFunctionArn': 'arn:*:lambda:*:*:function:*' } },
  });

export const writablePartitions = (grants: readonly Grant[]): string[] => {
  const items = grants.filter(isWrite).map((word) => word.slice('write:'.length) as ItemsOf);
  return [...new Set(items.flatMap((each) => partitions[each]))];
};

/** One statement, because a transaction may write items of several grants. */
const tableWrites = (grants: readonly Grant[], { table }: Foundation): Statements =>
  grants.some(isWrite) ? [[TABLE_WRITES, [table.tableArn], writablePartitions(grants)]] : [];

/**
 * The IAM statements that allow exactly what the grants of a function name. `LeadingKeys` are the
 * partition keys of a request:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html
 */
export const statementsOf = (grants: readonly Grant[], base: Foundation): PolicyStatement[] => [
  ...[
    ...grants.flatMap((word) => (isWrite(word) ? [] : meaning[word](base))),
    ...tableWrites(grants, base),
  ].map(
    ([actions, resources, patterns, from]) =>
      new PolicyStatement({
        actions: [...actions],
        resources: [...resources],
        ...(patterns && {
          conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns } },
        }),
        ...(from && { conditions: { StringEquals: { 'ses:FromAddress': from } } }),
      }),
  ),
  ...(base.network && grants.includes('egress') ? [denyToCode()] : []),
];

/**
 * In the sandbox, SES also checks the identity of each recipient, so all identities are allowed,
 * and a condition limits the sender:
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_ses.html
 */
function sendsMail({ config, table }: Foundation): Statements {
  if (config.account && !config.account.domain) return [];
  const arn = (resource: string, resourceName: string) =>
    Stack.of(table).formatArn({ service: 'ses', resource, resourceName });
  const resources = [arn('identity', '*'), arn('configuration-set', configurationSetName(config))];
  return [[['ses:SendEmail'], resources, undefined, config.settings.MAIL_FROM]];
}
