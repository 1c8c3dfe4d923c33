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
  /** Patterns that the partition key of an item has to match. */
  partitions?: readonly string[] | undefined,
  /** The address that a mail has to come from. */
  from?: string,
];
type Statements = readonly Statement[];

/** The statements a word stands for: a word of `Grant` that is missing here does not compile. */
type Meaning = { readonly [Word in Exclude<Grant, Write>]: (base: Foundation) => Statements };

type Write = `write:${ItemsOf}`;
const isWrite = (word: Grant): word is Write => word.startsWith('write:');

const TABLE_READS = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
/** A transaction asks for the rights of the single writes it is made of. */
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
    // Without the right to list a bucket, S3 says 403 and not 404 of an object that is not there.
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

/** Without the right to read a file: whether it is there, and which of its parts. */
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
 * What Lambda asks for to put a function into a network. Interfaces have no name before they are
 * made, so that these cannot be narrower; the code of a function is denied all of them.
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
 * Calls of code name their function, those of Lambda do not; a role is made before its function is:
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html
 */
const denyToCode = (): PolicyStatement =>
  new PolicyStatement({
    effect: Effect.DENY,
    actions: NETWORK_INTERFACES,
    resources: ['*'],
    conditions: { ArnEquals: { 'lambda:SourceFunctionArn': 'arn:*:lambda:*:*:function:*' } },
  });

/** Patterns of the partitions that a function may write to: those of all its `write:` words. */
export const writablePartitions = (grants: readonly Grant[]): string[] => {
  const items = grants.filter(isWrite).map((word) => word.slice('write:'.length) as ItemsOf);
  return [...new Set(items.flatMap((each) => partitions[each]))];
};

/** One statement, since a transaction may be of items of several words. */
const tableWrites = (grants: readonly Grant[], { table }: Foundation): Statements =>
  grants.some(isWrite) ? [[TABLE_WRITES, [table.tableArn], writablePartitions(grants)]] : [];

/**
 * What IAM has to allow, so that a function may do exactly what its grants say. `LeadingKeys` are the
 * partition keys that a call names:
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
 * In the sandbox SES asks for the right on the identity of each recipient as well, so all are named,
 * and the sender bounds what is sent:
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_ses.html
 */
function sendsMail({ config, table }: Foundation): Statements {
  if (config.account && !config.account.domain) return [];
  const arn = (resource: string, resourceName: string) =>
    Stack.of(table).formatArn({ service: 'ses', resource, resourceName });
  const resources = [arn('identity', '*'), arn('configuration-set', configurationSetName(config))];
  return [[['ses:SendEmail'], resources, undefined, config.settings.MAIL_FROM]];
}
