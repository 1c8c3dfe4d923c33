import {
  bucketOf,
  FILE_AREAS,
  type FileArea,
  type Grant,
  type SecretGrant,
  secretGrants,
} from './feature.ts';
import { type ItemGroup, type PartitionKind, partitions, patternsOfKind } from './partitions.ts';
import { type QueueName, queueNames } from './queues.ts';

interface Bucket {
  readonly bucketArn: string;
  arnForObjects(pattern: string): string;
}

/** ARNs of the resources that grants give access to. */
export interface GrantableResources {
  readonly table: { readonly tableArn: string };
  readonly buckets: { readonly uploads: Bucket; readonly files: Bucket };
  readonly queues: Readonly<Record<QueueName, { readonly queueArn: string }>>;
  readonly engine: { readonly functionArn: string };
  readonly secrets: Readonly<Record<SecretGrant, { readonly secretArn: string } | undefined>>;
  /** SES identities and configuration sets; undefined if the stage sends no email. */
  readonly mail: { readonly arns: readonly string[]; readonly from: string } | undefined;
}

/** IAM actions and resources that are granted together. */
export type Permission = readonly [
  actions: readonly string[],
  resources: readonly string[],
  /** Patterns that the partition key of an item must match. */
  partitions?: readonly string[] | undefined,
  /** Required sender address of an email. */
  from?: string,
];
type Permissions = readonly Permission[];

/** Permissions of each grant; a missing grant is a compile error. */
type PermissionsByGrant = {
  readonly [Word in Exclude<Grant, Read | Write>]: (given: GrantableResources) => Permissions;
};

type Read = `read:${PartitionKind}`;
const isRead = (grant: Grant): grant is Read => grant.startsWith('read:');
type Write = `write:${ItemGroup}`;
const isWrite = (grant: Grant): grant is Write => grant.startsWith('write:');

const TABLE_READS = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
/** Rights with which Lambda receives messages for a function, and the function delays failed ones. */
export const QUEUE_READ_ACTIONS = [
  'sqs:ReceiveMessage',
  'sqs:DeleteMessage',
  'sqs:GetQueueAttributes',
  'sqs:ChangeMessageVisibility',
] as const;
/** Every write grant includes all of these, because a transaction may contain any kind of write. */
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

const filePermissions =
  (area: FileArea, verb: FileVerb) =>
  ({ buckets }: GrantableResources): Permissions => {
    const bucket = buckets[bucketOf(area)];
    const objects: Permission = [FILE_ACTIONS[verb], [bucket.arnForObjects(`${area}/*`)]];
    // Without permission to list the bucket, S3 returns 403 instead of 404 for a missing object.
    return verb === 'write' ? [objects] : [objects, [['s3:ListBucket'], [bucket.bucketArn]]];
  };

const filesByArea = Object.fromEntries(
  FILE_AREAS.flatMap((area) =>
    (Object.keys(FILE_ACTIONS) as FileVerb[]).map((verb) => [
      `${area}:${verb}`,
      filePermissions(area, verb),
    ]),
  ),
) as Pick<PermissionsByGrant, `${FileArea}:${FileVerb}`>;

/** Lets a function check which parts of an upload have arrived, without permission to read it. */
const uploadPartPermissions = ({ buckets: { uploads } }: GrantableResources): Permissions => [
  [['s3:ListMultipartUploadParts'], [uploads.arnForObjects('uploads/*')]],
  [['s3:ListBucket', 's3:ListBucketMultipartUploads'], [uploads.bucketArn]],
];

const sendsByQueue = Object.fromEntries(
  queueNames.map((name) => [
    `send:${name}`,
    ({ queues }: GrantableResources): Permissions => [
      [['sqs:SendMessage'], [queues[name].queueArn]],
    ],
  ]),
) as Pick<PermissionsByGrant, `send:${QueueName}`>;

const secretPermissions =
  (grant: SecretGrant) =>
  ({ secrets: { [grant]: secret } }: GrantableResources): Permissions =>
    secret ? [[['secretsmanager:GetSecretValue'], [secret.secretArn]]] : [];

const secretsByGrant = Object.fromEntries(
  secretGrants.map((grant) => [grant, secretPermissions(grant)]),
) as Pick<PermissionsByGrant, SecretGrant>;

const permissionsByGrant: PermissionsByGrant = {
  'lists:clear': ({ table }) => [
    [['dynamodb:BatchWriteItem'], [table.tableArn], [...partitions.tasks, ...partitions.lists]],
  ],
  'profile:check': ({ table }) => [
    [['dynamodb:ConditionCheckItem'], [table.tableArn], partitions.profile],
  ],
  'table:scan': ({ table }) => [[['dynamodb:Scan'], [table.tableArn]]],
  limits: ({ table }) => [
    [['dynamodb:GetItem', 'dynamodb:UpdateItem'], [table.tableArn], partitions.limits],
  ],
  'key-use': ({ table }) => [[['dynamodb:UpdateItem'], [table.tableArn], partitions.keyUse]],
  activity: ({ table }) => [[['dynamodb:PutItem'], [table.tableArn], partitions.activity]],
  facts: ({ table }) => [
    [
      ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:PutItem'],
      [table.tableArn],
      partitions.facts,
    ],
  ],
  engine: ({ engine }) => [[['lambda:InvokeFunction'], [engine.functionArn]]],
  ...filesByArea,
  'answers:test': ({ buckets: { uploads } }) => [
    [FILE_ACTIONS.read, [uploads.arnForObjects('answers/*')]],
  ],
  'uploads:parts': uploadPartPermissions,
  ...sendsByQueue,
  ...secretsByGrant,
  /**
   * In the sandbox, SES also checks each recipient's identity. Allow all identities, and restrict
   * the sender by a condition:
   * https://docs.aws.amazon.com/service-authorization/latest/reference/list_ses.html
   */
  'send-mail': ({ mail }) => (mail ? [[['ses:SendEmail'], mail.arns, undefined, mail.from]] : []),
};

const kindOf = (read: Read) => read.slice('read:'.length) as PartitionKind;
const groupOf = (write: Write) => write.slice('write:'.length) as ItemGroup;

/** One statement for all items of a kind of call, because a transaction may write several items. */
const onPartitions = (
  { table }: GrantableResources,
  actions: readonly string[],
  patterns: readonly string[],
): Permissions =>
  patterns.length === 0 ? [] : [[actions, [table.tableArn], [...new Set(patterns)]]];

export const permissionsFor = (
  grants: readonly Grant[],
  given: GrantableResources,
): Permissions => [
  ...grants.flatMap((word) =>
    isRead(word) || isWrite(word) ? [] : permissionsByGrant[word](given),
  ),
  ...onPartitions(given, TABLE_READS, grants.filter(isRead).map(kindOf).flatMap(patternsOfKind)),
  ...onPartitions(
    given,
    TABLE_WRITES,
    grants.filter(isWrite).flatMap((w) => partitions[groupOf(w)]),
  ),
];
